import path from 'node:path';
import type { ElementType } from '../../../schema/columns.js';
import {
  dropsRows,
  givesVector,
  hasStages,
  type ParsedDescription,
  resultColumns,
  rowFunctionName,
} from '../../1-parse/parsed-transform.js';
import { type Column, columnsRead, passedColumn, type RowWindow } from '../../ir/row-function.js';
import { directoryName } from '../cpp/cpp-names.js';
import { reductionFile } from '../emit-reduce.js';
import type { EmittedFile } from '../emitted-file.js';
import { mapsCase, unicodeVersion } from '../expressions/maps-case.js';
import { render } from '../templates.js';
import { docText, jsJson, jsString } from '../user-text.js';
import { banner } from './banner.js';
import { exportName, isBindingName } from './js-names.js';
import {
  arrowTypes,
  callableType,
  columnTypes,
  resultType,
  runtimeTypes,
  takenTypes,
  takesLines,
} from './module-types.js';
import { areStored, type PlannedReduction, type PlannedTransform } from './planned-transform.js';

/** The names that a generated module gives to its imports. */
const ownNames = /^(?:reference|reduce\d+|pass\d*)$/;

/** Emits the module of one transform and its types; for a pass that counts rows for a pipe, its description alone. */
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

/** Returns a module's name for the functions of a user-defined aggregate. */
function reductionName(index: number): string {
  return `reduce${index + 1}`;
}

/** Describes the user-defined aggregate of a column of the result; undefined if that is none. */
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

/** True if the row function, or the last stage of an aggregate, returns a value instead of an object of columns. */
function returnsValue(parsed: ParsedDescription): boolean {
  const last = parsed.kind === 'aggregate' ? parsed.stages.at(-1)?.transform : undefined;
  return last ? givesVector(last) : parsed.single;
}

/** Returns the place of the input column that an output column keeps. */
function keptFrom(parsed: ParsedDescription, index: number) {
  const places = parsed.kind === 'aggregate' && areStored(parsed) ? parsed.places : parsed.keep;
  return { hasKeep: index < places.length, keep: places[index] };
}

/** Returns the places of the columns that decide which rows a window has. */
function ordering(window: RowWindow | undefined): readonly number[] {
  if (!window) return [];
  return [...window.partitionBy, ...('on' in window.rows ? [window.rows.on] : [])];
}

/** Returns the windows of a rolling transform as a literal of JavaScript. */
function windowText({ rows, partitionBy, minPeriods }: RowWindow): string {
  const on = 'on' in rows ? `on: ${rows.on}, ` : '';
  const partitions = partitionBy.length > 0 ? `partitionBy: [${partitionBy.join(', ')}], ` : '';
  const distance = (value: number | bigint) => (typeof value === 'bigint' ? `${value}n` : String(value));
  const range = `preceding: ${distance(rows.preceding)}, following: ${distance(rows.following)}`;
  return `{ ${on}${range}, ${partitions}minPeriods: ${minPeriods} }`;
}

/** Returns the names of the reference's exports. */
function functionNames(parsed: ParsedDescription): readonly string[] {
  if (hasStages(parsed)) return [dropsRows(parsed) ? 'rows' : 'row'];
  return [...(parsed.where ? ['where'] : []), rowFunctionName[parsed.kind]];
}

/** Returns the type of a list's elements as a literal of JavaScript. */
function elementText({ type, nullable, required, timezone, element }: ElementType): string {
  const zone = timezone === undefined ? '' : `, timezone: ${jsString(timezone)}`;
  const inner = element === undefined ? '' : `, element: ${elementText(element)}`;
  return `{ type: '${type}', nullable: ${nullable}${required ? ', required: true' : ''}${zone}${inner} }`;
}
