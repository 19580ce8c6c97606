import {
  dropsRows,
  givesVector,
  hasStages,
  type ParsedDescription,
  resultColumns,
  rowFunctionName,
} from '../1-parse/parsed-transform.js';
import { type ColumnNode, columnTree, typeWithin } from '../ir/column-tree.js';
import type { Column, ElementType, RowFunction, RowWindow } from '../ir/row-function.js';
import { columnsRead, passedColumn, separatorOf } from '../ir/row-function.js';
import { arrowTypeName as schemaName } from './arrow-type-name.js';
import { directoryName } from './cpp-names.js';
import { areStored, banner, type PlannedReduction, type PlannedTransform } from './emit.js';
import { reductionFile } from './emit-reduce.js';
import type { EmittedFile } from './emitted-file.js';
import { mapsCase, unicodeVersion } from './maps-case.js';
import { render } from './templates.js';

/** The interface between generated code and the addon; an addon of another number is refused when it is loaded. */
const abi = 7;

/** The module that an app imports, and its types. */
export function emitIndex(planned: readonly PlannedTransform[], buildHash: string): readonly EmittedFile[] {
  const sources = [...new Set(planned.map(({ plan }) => plan.fn.source))].sort();
  const transforms = planned.map(({ parsed, plan: { fn, isOncePerValue }, reductions = [] }, index) => {
    const read = columnsRead(fn);
    const { keep } = parsed;
    const output = resultColumns(parsed);
    const { grouping } = fn;
    const exported = isExportable(fn.name);
    const local = exported ? fn.name : `transform${index}`;
    const column = (
      { name, path, type, nullable, presence, required, counted, timezone, element, listed, separator }: Column,
      place: number,
    ) => ({
      nameJson: JSON.stringify(name),
      type,
      nullable,
      presence,
      required,
      counted,
      timezoneJson: timezone === undefined ? undefined : JSON.stringify(timezone),
      elementJson: element && elementText(element),
      pathJson: path && JSON.stringify(path),
      listedJson: listed && JSON.stringify(listed),
      separatorJson: separator === undefined ? undefined : JSON.stringify(separator),
      read: read.has(place),
    });
    return {
      local,
      exported,
      isPass: parsed.kind === 'pipe' && parsed.counts !== undefined,
      counts: planned.flatMap((other, place) =>
        other.parsed.kind === 'pipe' && other.parsed.counts?.pipe === fn.name ? [`transform${place}`] : [],
      ),
      exportName: exportName(fn.name),
      directory: directoryName(fn.name),
      nameJson: JSON.stringify(fn.name),
      sourceJson: JSON.stringify(fn.source),
      source: fn.source,
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
          own: ownAggregate(reductions, grouping.keys + at, local),
        })),
        output: output.map(column),
      },
      reductions: reductions.map((_, at) => ({
        local: reductionName(local, at),
        file: reductionFile(directoryName(fn.name), at),
      })),
      isLines: takesLines(fn),
      callable: callableType(fn),
      noun: grouping ? 'aggregate' : 'transform',
      isCalledAlone: takesLines(fn) || grouping !== undefined,
      isOncePerValue,
      single: returnsValue(parsed),
      functions: functionNames(parsed).map((one) => ({
        name: one,
        local: `${local}${one.charAt(0).toUpperCase()}${one.slice(1)}`,
      })),
      unicode: mapsCase(fn) ? unicodeVersion : undefined,
      result: resultType(output, givesVector(parsed)),
      made: columnTypes(output),
    };
  });
  const arrowTypes = new Set(
    planned.flatMap(({ parsed }) => [
      givesVector(parsed) ? 'Vector' : 'Table',
      ...resultColumns(parsed).flatMap(({ type, element, path, presence }) => [
        ...(presence ? [] : [arrowTypeName(type)]),
        ...(element ? elementTypes(element) : []),
        ...(path ? ['Struct'] : []),
      ]),
    ]),
  );
  const values = {
    banner: banner(sources.join(', ')),
    abi,
    buildHash,
    transforms,
    runtimeTypes: runtimeTypes(planned),
    arrowTypes: [...arrowTypes].sort().join(', '),
  };
  return [
    { path: 'index.js', text: render('index.js', values) },
    { path: 'index.d.ts', text: render('index.d.ts', values) },
  ];
}

/** The name in `index.js` of the functions of an aggregate of the user's own. */
function reductionName(local: string, index: number): string {
  return `${local}Reduce${index + 1}`;
}

/** An aggregate of the user's own, by its column of the result. */
function ownAggregate(reductions: readonly PlannedReduction[], place: number, local: string) {
  const index = reductions.findIndex(({ parsed }) => parsed.place === place);
  const found = reductions[index]?.parsed;
  if (!found) return undefined;
  const columns = (all: readonly Column[]) =>
    all.map(({ name, type, nullable, timezone }) => ({
      nameJson: JSON.stringify(name),
      type,
      nullable,
      timezoneJson: timezone === undefined ? undefined : JSON.stringify(timezone),
    }));
  return { state: columns(found.state), input: columns(found.input), functions: reductionName(local, index) };
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

/** What `index.d.ts` takes from the runtime. */
function runtimeTypes(planned: readonly PlannedTransform[]): string {
  const functions = planned.map(({ plan: { fn } }) => fn);
  const names = new Set(['BackendChoice', 'ToDevice', ...functions.map(callableType)]);
  if (functions.some((fn) => !takesLines(fn))) names.add('ColumnInput');
  if (functions.some(({ input }) => input.some(({ scalar }) => scalar === 'param'))) names.add('ParamInput');
  return [...names].sort().join(', ');
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
  return `{ ${[...fields].map(([name, node]) => `${JSON.stringify(name)}: ${nodeType(node, columns, lists)}`).join('; ')} }`;
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
  const zone = timezone === undefined ? '' : `, timezone: ${JSON.stringify(timezone)}`;
  const inner = element === undefined ? '' : `, element: ${elementText(element)}`;
  return `{ type: '${type}', nullable: ${nullable}${required ? ', required: true' : ''}${zone}${inner} }`;
}

/** What calls take for the columns, each once: a struct is one. */
function takenTypes(columns: readonly Column[]) {
  return [...columnTree(columns)].map(([name, node]) => {
    const column = node.kind === 'value' ? columns[node.place] : undefined;
    const nullable = node.kind === 'value' ? (column?.nullable ?? false) : node.presence !== undefined;
    return { nameJson: JSON.stringify(name), type: column?.type ?? node.kind, nullable };
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

/** Whether `export const name` is JavaScript, in a strict module, and hides nothing of ours. */
function isExportable(name: string): boolean {
  return (
    /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && !reservedWords.has(name) && !/^transform\d+$/.test(name)
  );
}

function exportName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}

/** ECMA-262, section 12.7.2, with what strict code and modules reserve besides. */
const reservedWords: ReadonlySet<string> = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
);
