import {
  givesVector,
  hasStages,
  type ParsedDescription,
  type ParsedPipe,
  resultColumns,
} from '../1-parse/parsed-transform.js';
import type { Analysis } from '../2-analyze/analyze.js';
import {
  boundsPlaces,
  type Column,
  columnsRead,
  type Grouping,
  type Import,
  isStoredWider,
  passedColumn,
  pathOf,
  type RowFunction,
  type RowRange,
  type RowsOut,
} from '../ir/row-function.js';
import { arrowFormat } from './arrow-format.js';
import { cppBounds } from './cpp/cpp-bounds.js';
import { quoted } from './cpp/cpp-literals.js';
import { cppIdentifier, directoryName } from './cpp/cpp-names.js';
import { cppSegments } from './cpp/cpp-segments.js';
import { cppColumns, placeInSchema } from './cpp/cpp-types.js';
import {
  emitReductions,
  reductionFile,
  reductionHeaders,
  reductionImports,
  reductionReference,
} from './emit-reduce.js';
import type { EmittedFile, EmittedTransform } from './emitted-file.js';
import { explainPlan } from './explain.js';
import { rawColumns } from './functor/input-columns.js';
import { emitRowBody } from './functor/row-body.js';
import { banner } from './modules/banner.js';
import { buildHashOf } from './modules/build-hash.js';
import { emitIndex } from './modules/emit-index.js';
import { emitModule } from './modules/emit-module.js';
import { areStored, type PlannedTransform } from './modules/planned-transform.js';
import { emitPipeReference } from './reference/pipe-reference.js';
import { emitReference } from './reference/reference.js';
import { render } from './templates.js';

/** One transform of the output directory, with what is known of it. */
export interface ExplainedTransform extends EmittedTransform {
  readonly explain: string;
  readonly input: readonly Column[];
  /** What a call passes besides. */
  readonly params: readonly Column[];
  readonly output: readonly Column[];
  /** One unnamed output column: calls give a vector, not a table. */
  readonly single: boolean;
  /** How many output rows a row becomes. */
  readonly emits: RowsOut;
  /** Passes before it count rows. */
  readonly counts: boolean;
  /** Of an aggregate: how many columns of the result are its key, and whether groups are in their order. */
  readonly groups?: { readonly keys: number; readonly isOrdered: boolean };
  /** It sees windows: so many rows around each, or those that columns of bounds say. */
  readonly windows?: 'rows' | 'bounds';
}

export interface Emitted {
  readonly transforms: readonly ExplainedTransform[];
  readonly files: readonly EmittedFile[];
  /** Of all native sources: an addon that was built from others is stale. */
  readonly buildHash: string;
}

/** The text of every generated file. */
export function emit(planned: readonly PlannedTransform[]): Emitted {
  const transforms = planned.map((one) => emitTransform(one, planned));
  const own = transforms.flatMap(({ files }) => files);
  const buildHash = buildHashOf(own);
  return { transforms, buildHash, files: [...own, ...emitIndex(transforms, buildHash)] };
}

function emitTransform(one: PlannedTransform, planned: readonly PlannedTransform[]): ExplainedTransform {
  const { parsed, plan, reductions = [] } = one;
  const { fn } = plan;
  const directory = directoryName(fn.name);
  const explain = explainPlan(
    plan,
    parsed.keep.flatMap((place) => parsed.input[place]?.name ?? []),
    parsed.kind === 'pipe' ? explainCounts(parsed, planned) : [],
    reductions,
  );
  return {
    name: fn.name,
    directory,
    source: fn.source,
    ...(parsed.kind === 'pipe' && parsed.counts && { passOf: parsed.counts.pipe }),
    files: [
      ...emitNative(one),
      ...emitReferences(one),
      ...emitModule(one, passesOf(one, planned)),
      { path: `${directory}/explain.txt`, text: explain },
    ],
    explain,
    input: parsed.input,
    params: parsed.params,
    output: resultColumns(parsed),
    single: givesVector(parsed),
    emits: fn.emits,
    counts: parsed.kind === 'pipe' && parsed.counted.length > 0,
    ...(fn.grouping && { groups: { keys: fn.grouping.keys, isOrdered: fn.grouping.isOrdered } }),
    ...(fn.window && { windows: boundsPlaces(fn.input).length > 0 ? ('bounds' as const) : ('rows' as const) }),
  };
}

/** The names of the passes that count rows for a pipe, in their order. */
function passesOf({ plan }: PlannedTransform, planned: readonly PlannedTransform[]): readonly string[] {
  return planned.flatMap(({ parsed, plan: { fn } }) =>
    parsed.kind === 'pipe' && parsed.counts?.pipe === plan.fn.name ? [fn.name] : [],
  );
}

/** The row function as plain JavaScript, and the functions of each user-defined aggregate beside it. */
function emitReferences({ parsed, analysis, plan: { fn }, reductions = [] }: PlannedTransform): readonly EmittedFile[] {
  const directory = directoryName(fn.name);
  const reference = {
    path: `${directory}/${directory}.reference.js`,
    text: render('reference.js', { banner: banner(fn.source), ...referenceText(parsed, analysis, fn) }),
  };
  const own = reductions.map((reduction, index) => ({
    path: reductionFile(directory, index),
    text: render('reference.js', {
      banner: banner(fn.source),
      imports: [...new Set(reductionImports(reduction).map(importStatement))].sort(),
      code: reductionReference(reduction),
    }),
  }));
  return [reference, ...own];
}

/** The passes that count rows for a pipe, as `explain` has them. */
function explainCounts({ name, stages, counted }: ParsedPipe, planned: readonly PlannedTransform[]) {
  return counted.flatMap(({ place }, index) => {
    const pass = planned.find(({ plan }) => plan.fn.name === `${name}#${index + 1}`);
    const stage = stages[place]?.transform.name ?? '';
    return pass ? [{ stage, kernels: pass.plan.kernels }] : [];
  });
}

function referenceText(parsed: ParsedDescription, analysis: Analysis, { reordered = [] }: RowFunction) {
  const imports = analysis.fn.imports.map(importStatement);
  if (!hasStages(parsed)) return { imports, code: emitReference(parsed, analysis, reordered).trimEnd() };
  if (parsed.stages.length === 0) return { imports, code: columnsReference };
  const piped = emitPipeReference(parsed, analysis);
  return { imports: [...imports, piped.imports], code: piped.code.trimEnd() };
}

/** What an aggregate groups where it has no stages: columns as they are. */
const columnsReference = 'export const row = () => ({});';

function emitNative({ parsed, plan, reductions: ownAggregates = [] }: PlannedTransform): readonly EmittedFile[] {
  const { fn } = plan;
  const directory = directoryName(fn.name);
  const { body, usesArena, tables, headers, folds, reductions } = emitRowBody(fn);
  const raw = rawColumns(fn);
  const kept = areStored(parsed) ? fn.output.length : fn.emits === 'one' ? 0 : parsed.keep.length;
  const read = columnsRead(fn);
  const values = {
    banner: banner(fn.source),
    namespace: cppIdentifier(fn.name),
    directory,
    nameLiteral: quoted(fn.name),
    inputFields: fieldList(fn.input, fn.emits === 'one' ? parsed.keep : []),
    outputFields: fieldList(fn.grouping ? parsed.output : fn.output),
    input: fn.input
      .flatMap((column, index) => {
        const tags = cppColumns(column, raw.has(index));
        // Lines are counted where nothing reads them.
        return read.has(index) || column.separator !== undefined ? tags : tags.map(() => 'rf::Unread');
      })
      .join(', '),
    output: fn.output.flatMap((column, index) => cppColumns(column, index < kept && isStoredWider(column))).join(', '),
    bounds: cppBounds(plan),
    grouping: fn.grouping && cppGrouping(fn.grouping),
    ownAggregates: emitReductions(ownAggregates),
    // Strings that are built in loops need memory, which the one-pass kernel has none of.
    isBulkText: plan.isBulkText && !usesArena && fn.emits === 'one',
    // Text that is grouped is borrowed where it lies.
    onePass: plan.segments !== undefined && !usesArena && (fn.emits === 'one' || fn.grouping !== undefined),
    segments: plan.segments && cppSegments(plan.segments),
    body,
    usesArena,
    window: windowRows(fn),
    windowBounds:
      fn.reductions &&
      boundsPlaces(fn.input)
        .map((place) => placeInSchema(fn.input, place))
        .join(', '),
    reducesWindows: fn.reductions !== undefined || fn.folds !== undefined,
    reductions,
    folds,
    isLarge: plan.isLarge,
    emits: { one: undefined, 'at most one': 'at_most_one', any: 'any' }[fn.emits],
    headers: [...new Set([...headers, ...reductionHeaders(ownAggregates)])],
    tables,
  };
  return [
    { path: `${directory}/${directory}.row.hpp`, text: render('row.hpp', values) },
    { path: `${directory}/${directory}.cpp`, text: render('cpp', values) },
    { path: `${directory}/${directory}.cu`, text: render('cu', values) },
    { path: `${directory}/${directory}.binding.cc`, text: render('binding.cc', values) },
  ];
}

/** `rf::Grouping<1, true, rf::Min<1>, rf::CountRows>`. */
function cppGrouping({ keys, isOrdered, aggregates }: Grouping): string {
  const tags = aggregates.map(({ name: own, operation, column, columns = [] }) => {
    if (operation === 'reduce') return `rf::Reduce<${[cppIdentifier(own), ...columns].join(', ')}>`;
    const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
    return column === undefined ? `rf::${name}Rows` : `rf::${name}<${column}>`;
  });
  return `rf::Grouping<${[keys, isOrdered, ...tags].join(', ')}>`;
}

/** The rows of windows of which something is computed beside the row function. */
function windowRows({ window, reductions, folds }: RowFunction): RowRange | undefined {
  const isKnown = window && window.partitionBy.length === 0 && !('on' in window.rows);
  return (reductions || folds) && isKnown ? window.rows : undefined;
}

/** Names and formats of columns. The row's number is no column; no array is empty. */
function fieldList(columns: readonly Column[], shared: readonly number[] = []): string {
  const fields = columns.flatMap((column, place) =>
    column.scalar === 'index'
      ? ['{}']
      : cppColumns(column).map(
          () =>
            `{${quoted(column.name)}, ${fieldFormat(column)}${column.path ? `, ${shared.includes(place)}, ${fieldPath(column)}` : shared.includes(place) ? ', true' : ''}}`,
        ),
  );
  return `{${fields.length > 0 ? fields.join(', ') : '{}'}}`;
}

/** What a pass has counted has a name, and no type that a caller could pass. */
function fieldFormat(column: Column): string {
  if (column.counted) return 'nullptr';
  return quoted(arrowFormat(passedColumn(column)));
}

/** The names of a field of a struct, one behind the other, what the column is of that struct, and the lists that it lies in. */
function fieldPath(column: Column): string {
  const path = pathOf(column);
  const part = column.presence ? 'presence' : column.required ? 'required' : 'whole';
  const listed = column.listed ? `, {${column.listed.join(', ')}}` : '';
  return `${quoted(path.join('\0'))}, ${path.length}, Part::${part}${listed}`;
}

function importStatement({ exported, local }: Import): string {
  const names =
    exported === '*' ? `* as ${local}` : exported === local ? `{ ${local} }` : `{ ${exported} as ${local} }`;
  return `import ${names} from 'rowfuse';`;
}
