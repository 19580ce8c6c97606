import path from 'node:path';
import {
  dropsRows,
  givesVector,
  hasStages,
  type ParsedDescription,
  resultColumns,
  rowFunctionName,
} from '../../1-parse/parsed-transform.js';
import { type ColumnNode, columnTree, typeWithin } from '../../ir/column-tree.js';
import {
  type Column,
  columnsRead,
  type ElementType,
  passedColumn,
  type RowFunction,
  type RowWindow,
  separatorOf,
} from '../../ir/row-function.js';
import { arrowTypeName as schemaName } from '../cpp/arrow-type-name.js';
import { directoryName } from '../cpp/cpp-names.js';
import { reductionFile } from '../emit-reduce.js';
import type { EmittedFile } from '../emitted-file.js';
import { mapsCase, unicodeVersion } from '../expressions/maps-case.js';
import { render } from '../templates.js';
import { docText, jsJson, jsString } from '../user-text.js';
import { banner } from './banner.js';
import { exportName, isBindingName } from './js-names.js';
import { areStored, type PlannedReduction, type PlannedTransform } from './planned-transform.js';

/** The names that a module of generated code gives to what it imports. */
const ownNames = /^(?:reference|reduce\d+|pass\d*)$/;

/** The module of one transform and its types; of a pass that counts rows for a pipe, its description. */
export function emitModule(
  { parsed, plan: { fn, isOncePerValue }, reductions = [] }: PlannedTransform,
  passes: readonly string[],
): readonly EmittedFile[] {
  const read = columnsRead(fn);
  const { keep } = parsed;
  const output = resultColumns(parsed);
  const { grouping } = fn;
  const isPass = parsed.kind === 'pipe' && parsed.counts !== undefined;
  const directory = directoryName(fn.name);
  const column = (
    { name, path: names, type, nullable, presence, required, counted, timezone, element, listed, separator }: Column,
    place: number,
  ) => ({
    nameJson: jsString(name),
    type,
    nullable,
    presence,
    required,
    counted,
    timezoneJson: timezone === undefined ? undefined : jsString(timezone),
    elementJson: element && elementText(element),
    pathJson: names && jsJson(names),
    listedJson: listed && jsJson(listed),
    separatorJson: separator === undefined ? undefined : jsString(separator),
    read: read.has(place),
  });
  const types = { runtime: runtimeTypes(fn), arrow: arrowTypes(parsed, output) };
  const isTaken = ownNames.test(fn.name) || [...types.runtime, ...types.arrow].includes(fn.name);
  const exported = isBindingName(fn.name) && !isTaken;
  const values = {
    banner: banner(fn.source),
    local: isPass ? 'pass' : exported ? fn.name : 'transform',
    exported: exported || isPass,
    isPass,
    passes: passes.map((name, index) => ({ local: `pass${index + 1}`, directory: directoryName(name) })),
    exportName: exportName(fn.name),
    directory,
    nameJson: jsString(fn.name),
    sourceJson: jsString(fn.source),
    source: docText(fn.source),
    input: fn.input.flatMap((one, place) =>
      one.scalar === undefined
        ? [
            {
              ...column(passedColumn(one), place),
              window: one.window,
              orders: ordering(fn.window).includes(place),
              kept: fn.emits === 'one' && keep.includes(place),
            },
          ]
        : [],
    ),
    inputTypes: takenTypes(
      fn.input.filter(({ scalar, counted }) => scalar === undefined && !counted).map(passedColumn),
    ),
    params: fn.input.flatMap((one, place) => (one.scalar === 'param' ? [column(one, place)] : [])),
    window: fn.window && windowText(fn.window),
    readsIndex: fn.input.some(({ scalar }) => scalar === 'index'),
    output: (grouping ? fn.output : output).map((one, place) => ({
      ...column(one, place),
      ...keptFrom(parsed, place),
    })),
    grouping: grouping && {
      keys: grouping.keys,
      isOrdered: grouping.isOrdered,
      aggregates: grouping.aggregates.map(({ operation, column: place, columns }, at) => ({
        operation,
        column: place,
        hasColumn: place !== undefined,
        columns: columns?.join(', '),
        isOwn: operation === 'reduce',
        own: ownAggregate(reductions, grouping.keys + at),
      })),
      output: output.map(column),
    },
    reductions: reductions.map((_, at) => ({
      local: reductionName(at),
      file: path.posix.basename(reductionFile(directory, at)),
    })),
    isLines: takesLines(fn),
    callable: callableType(fn),
    noun: grouping ? 'aggregate' : 'transform',
    isCalledAlone: takesLines(fn) || grouping !== undefined,
    isOncePerValue,
    single: returnsValue(parsed),
    functions: functionNames(parsed),
    unicode: mapsCase(fn) ? unicodeVersion : undefined,
    result: resultType(output, givesVector(parsed)),
    made: columnTypes(output),
    runtimeTypes: types.runtime.join(', '),
    arrowTypes: types.arrow.join(', '),
  };
  return [
    { path: `${directory}/${directory}.js`, text: render('module.js', values) },
    ...(isPass ? [] : [{ path: `${directory}/${directory}.d.ts`, text: render('module.d.ts', values) }]),
  ];
}

/** The name in a module of the functions of a user-defined aggregate. */
function reductionName(index: number): string {
  return `reduce${index + 1}`;
}

/** The classes of Arrow JS that the types of a module name. */
function arrowTypes(parsed: ParsedDescription, output: readonly Column[]): readonly string[] {
  const classes = output.flatMap(({ type, element, path: names, presence }) => [
    ...(presence ? [] : [arrowTypeName(type)]),
    ...(element ? elementTypes(element) : []),
    ...(names ? ['Struct'] : []),
  ]);
  return [...new Set([givesVector(parsed) ? 'Vector' : 'Table', ...classes])].sort();
}

/** An aggregate of the user's own, by its column of the result. */
function ownAggregate(reductions: readonly PlannedReduction[], place: number) {
  const index = reductions.findIndex(({ parsed }) => parsed.place === place);
  const found = reductions[index]?.parsed;
  if (!found) return undefined;
  const columns = (all: readonly Column[]) =>
    all.map(({ name, type, nullable, timezone }) => ({
      nameJson: jsString(name),
      type,
      nullable,
      timezoneJson: timezone === undefined ? undefined : jsString(timezone),
    }));
  return { state: columns(found.state), input: columns(found.input), functions: reductionName(index) };
}

/** Whether the row function returns a value, and no object of columns: where an aggregate's stages do. */
function returnsValue(parsed: ParsedDescription): boolean {
  const last = parsed.kind === 'aggregate' ? parsed.stages.at(-1)?.transform : undefined;
  return last ? givesVector(last) : parsed.single;
}

/** Whether its rows are cut out of text. */
function takesLines({ input }: Pick<RowFunction, 'input'>): boolean {
  return separatorOf(input) !== undefined;
}

/** The runtime's type of the generated function. */
function callableType(fn: RowFunction): string {
  if (fn.grouping) return takesLines(fn) ? 'LineAggregation' : 'Aggregation';
  return takesLines(fn) ? 'LineTransform' : 'Transform';
}

/** The types of the runtime that the types of a module name. */
function runtimeTypes(fn: RowFunction): readonly string[] {
  const names = [callableType(fn)];
  if (!takesLines(fn)) names.push('ColumnInput');
  if (fn.input.some(({ scalar }) => scalar === 'param')) names.push('ParamInput');
  return names.sort();
}

/** The place of the input column that an output column is. */
function keptFrom(parsed: ParsedDescription, index: number) {
  const places = parsed.kind === 'aggregate' && areStored(parsed) ? parsed.places : parsed.keep;
  return { hasKeep: index < places.length, keep: places[index] };
}

/** The columns that say which rows windows have. */
function ordering(window: RowWindow | undefined): readonly number[] {
  if (!window) return [];
  return [...window.partitionBy, ...('on' in window.rows ? [window.rows.on] : [])];
}

/** The windows of a rolling transform, as the module says it. */
function windowText({ rows, partitionBy, minPeriods }: RowWindow): string {
  const on = 'on' in rows ? `on: ${rows.on}, ` : '';
  const partitions = partitionBy.length > 0 ? `partitionBy: [${partitionBy.join(', ')}], ` : '';
  const distance = (value: number | bigint) => (typeof value === 'bigint' ? `${value}n` : String(value));
  const range = `preceding: ${distance(rows.preceding)}, following: ${distance(rows.following)}`;
  return `{ ${on}${range}, ${partitions}minPeriods: ${minPeriods} }`;
}

/** What the reference exports. */
function functionNames(parsed: ParsedDescription): readonly string[] {
  if (hasStages(parsed)) return [dropsRows(parsed) ? 'rows' : 'row'];
  return [...(parsed.where ? ['where'] : []), rowFunctionName[parsed.kind]];
}

function resultType(output: readonly Column[], single: boolean): string {
  const [only] = columnTree(output).values();
  return single && only ? `Vector<${nodeType(only, output, 0)}>` : `Table<${columnTypes(output)}>`;
}

function columnTypes(output: readonly Column[]): string {
  return typesOf(columnTree(output), output, 0);
}

/** The types of the fields of a struct that lies in so many lists. */
function typesOf(fields: ReadonlyMap<string, ColumnNode>, columns: readonly Column[], lists: number): string {
  return `{ ${[...fields].map(([name, node]) => `${jsString(name)}: ${nodeType(node, columns, lists)}`).join('; ')} }`;
}

function nodeType(node: ColumnNode, columns: readonly Column[], lists: number): string {
  if (node.kind === 'list') return `List<${nodeType(node.element, columns, lists + 1)}>`;
  if (node.kind === 'struct') return `Struct<${typesOf(node.fields, columns, lists)}>`;
  const column = columns[node.place];
  return column ? arrowType(typeWithin(column, lists)) : '';
}

/** The classes of the elements of a list, and of theirs. */
function elementTypes({ type, element }: ElementType): readonly string[] {
  return [arrowTypeName(type), ...(element ? elementTypes(element) : [])];
}

/** What the elements of a list are, as the module says it. */
function elementText({ type, nullable, required, timezone, element }: ElementType): string {
  const zone = timezone === undefined ? '' : `, timezone: ${jsString(timezone)}`;
  const inner = element === undefined ? '' : `, element: ${elementText(element)}`;
  return `{ type: '${type}', nullable: ${nullable}${required ? ', required: true' : ''}${zone}${inner} }`;
}

/** What calls take for the columns, each once: a struct is one. */
function takenTypes(columns: readonly Column[]) {
  return [...columnTree(columns)].map(([name, node]) => {
    const column = node.kind === 'value' ? columns[node.place] : undefined;
    const nullable = node.kind === 'value' ? (column?.nullable ?? false) : node.presence !== undefined;
    return { nameJson: jsString(name), type: column?.type ?? node.kind, nullable };
  });
}

/** Arrow JS's type. */
function arrowType({ type, element }: Pick<Column, 'type' | 'element'>): string {
  return element ? `List<${arrowType(element)}>` : arrowTypeName(type);
}

/** Arrow JS's class. */
function arrowTypeName(type: Column['type']): string {
  return type === 'date32' ? 'DateDay' : schemaName(type);
}
