import type { Constant } from '../ir/constant-value.js';
import { heapClassesOf } from '../ir/heap/classes-of.js';
import { boundsPlaces, type Grouping, isStoredWider, type RowFunction } from '../ir/row-function.js';
import { cppBounds } from './cpp/cpp-bounds.js';
import { cppFields } from './cpp/cpp-fields.js';
import { quoted } from './cpp/cpp-literals.js';
import { cppIdentifier, directoryName, typeName, UniqueNames } from './cpp/cpp-names.js';
import { cppSegments } from './cpp/cpp-segments.js';
import { type EmittedReduction, emitReductions, reductionHeaders } from './emit-reduce.js';
import type { EmittedFile } from './emitted-file.js';
import { emitHeapClasses } from './functor/heap-classes.js';
import { emitRowBody } from './functor/row-body.js';
import { inputSchema, outputSchema } from './functor/schema.js';
import { banner } from './modules/banner.js';
import { areStored, type PlannedTransform } from './modules/planned-transform.js';
import type { ColumnNames } from './scope/column-names.js';
import { Tables } from './scope/tables.js';
import { render } from './templates.js';
import { commentText } from './user-text.js';

/** Emits the native sources of a transform: its functor, its instantiations for the CPU and the GPU, and its registration. */
export function emitNative({ parsed, plan, reductions: planned = [] }: PlannedTransform): readonly EmittedFile[] {
  const { fn } = plan;
  const directory = directoryName(fn.name);
  const struct = typeName(fn.name);
  const tables = new Tables();
  tables.reserve([attemptName(struct)]);
  const ownAggregates = emitReductions(planned, new UniqueNames([struct]), tables);
  const { body, row, out, inputs, outputs, usesArena, indexesText, headers, folds, reductions } = emitRowBody(
    fn,
    struct,
    tables,
  );
  const attempt = plan.attempt && emitAttempt(plan.attempt, struct, tables);
  const kept = areStored(parsed) ? fn.output.length : fn.emits === 'one' ? 0 : parsed.keep.length;
  const values = {
    banner: banner(fn.source),
    namespace: cppIdentifier(fn.name),
    directory,
    nameLiteral: quoted(fn.name),
    inputFields: cppFields(fn.input, fn.emits === 'one' ? parsed.keep : []),
    outputFields: cppFields(fn.grouping ? parsed.output : fn.output),
    struct,
    row,
    out,
    input: inputSchema(fn),
    output: outputSchema(fn.output, (column, place) => place < kept && isStoredWider(column)),
    bounds: cppBounds(plan),
    grouping: fn.grouping && cppGrouping(fn.grouping, outputs, ownAggregates),
    ownAggregates,
    // A row that builds strings needs an arena, which the one-pass kernel does not have.
    isBulkText: plan.isBulkText && !usesArena && fn.emits === 'one',
    // The sink of groups borrows text where it lies if there are segments.
    onePass: plan.segments !== undefined && !usesArena && (fn.emits === 'one' || fn.grouping !== undefined),
    segments: plan.segments && cppSegments(plan.segments),
    body,
    usesArena,
    indexesText,
    window: cppWindow(fn),
    windowBounds:
      fn.reductions &&
      boundsPlaces(fn.input)
        .map((place) => inputs.of(place))
        .join(', '),
    reducesWindows: fn.reductions !== undefined || fn.folds !== undefined,
    reductions,
    folds,
    isLarge: plan.isLarge,
    emits: { one: undefined, 'at most one': 'at_most_one', any: 'any' }[fn.emits],
    headers: [...new Set([...headers, ...reductionHeaders(planned)])],
    tables: [...emitHeapClasses(heapClassesOf(fn)), ...tables.definitions(keyInComment)],
    stagedPatterns: stagedPatterns(tables),
    attempt,
    attemptHeaders: attempt?.headers ?? [],
    cpuStruct: attempt?.struct ?? struct,
    // Last: by now all columns that are named have been asked for.
    columns: [inputs, outputs].flatMap((names) => names.declaration() ?? []),
  };
  return [
    { path: `${directory}/${directory}.row.hpp`, text: render('row.hpp', values) },
    { path: `${directory}/${directory}.cpp`, text: render('cpp', values) },
    { path: `${directory}/${directory}.cu`, text: render('cu', values) },
    { path: `${directory}/${directory}.binding.cc`, text: render('binding.cc', values) },
  ];
}

/** Kernels stage the tables of a few patterns; more would leave too little shared memory. */
const mostStaged = 4;

function stagedPatterns({ patterns }: Tables): string | undefined {
  return patterns.length > 0 && patterns.length <= mostStaged ? patterns.join(', ') : undefined;
}

/** Emits the functor of an attempt with checked integers. It derives from that of the row function, whose columns and tables it uses. */
function emitAttempt(fn: RowFunction, base: string, tables: Tables) {
  const { body, row, out, headers } = emitRowBody(fn, base, tables);
  return { struct: attemptName(base), base, body, row, out, headers };
}

function attemptName(struct: string): string {
  return `${struct}OfIntegers`;
}

/** Returns a key of a lookup as the source has it. */
function keyInComment(key: Constant): string {
  if (typeof key === 'string') return commentText(key);
  return Object.is(key, -0) ? '-0' : `${key}${typeof key === 'bigint' ? 'n' : ''}`;
}

/** Returns a grouping's type: `rf::Grouping<1, true, rf::Min<Out::degrees>, rf::CountRows>`, say. */
function cppGrouping(
  { keys, isOrdered, aggregates }: Grouping,
  outputs: ColumnNames,
  own: readonly EmittedReduction[],
): string {
  const tags = aggregates.map(({ name: result, operation, column, columns = [] }) => {
    if (operation === 'reduce') {
      const { definition } = own.find((one) => one.column === result) ?? { definition: '' };
      return `rf::Reduce<${[definition, ...columns.map((place) => outputs.of(place))].join(', ')}>`;
    }
    const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
    return column === undefined ? `rf::${name}Rows` : `rf::${name}<${outputs.of(column)}>`;
  });
  return `rf::Grouping<${[keys, isOrdered, ...tags].join(', ')}>`;
}

/** Returns the rows per window, for reductions and folds of windows with a fixed number of rows and without partitions. */
function cppWindow({ window, reductions, folds }: RowFunction): string | undefined {
  if (!(reductions || folds) || !window || window.partitionBy.length > 0 || 'on' in window.rows) return undefined;
  const { preceding, following } = window.rows;
  const fields = [
    ...(preceding > 0 ? [`.preceding = ${preceding}`] : []),
    ...(following > 0 ? [`.following = ${following}`] : []),
    '.min_periods = 0',
  ];
  return `{${fields.join(', ')}}`;
}
