import {
  boundsPlaces,
  columnsRead,
  type Grouping,
  isStoredWider,
  type RowFunction,
  type RowRange,
} from '../ir/row-function.js';
import { cppBounds } from './cpp/cpp-bounds.js';
import { cppFields } from './cpp/cpp-fields.js';
import { quoted } from './cpp/cpp-literals.js';
import { cppIdentifier, directoryName } from './cpp/cpp-names.js';
import { cppSegments } from './cpp/cpp-segments.js';
import { cppColumns, placeInSchema } from './cpp/cpp-types.js';
import { emitReductions, reductionHeaders } from './emit-reduce.js';
import type { EmittedFile } from './emitted-file.js';
import { rawColumns } from './functor/input-columns.js';
import { emitRowBody } from './functor/row-body.js';
import { banner } from './modules/banner.js';
import { areStored, type PlannedTransform } from './modules/planned-transform.js';
import { render } from './templates.js';

/** Emits the native sources of a transform: its functor, its instantiations for the CPU and the GPU, and its registration. */
export function emitNative({ parsed, plan, reductions: ownAggregates = [] }: PlannedTransform): readonly EmittedFile[] {
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
    inputFields: cppFields(fn.input, fn.emits === 'one' ? parsed.keep : []),
    outputFields: cppFields(fn.grouping ? parsed.output : fn.output),
    input: fn.input
      .flatMap((column, index) => {
        const tags = cppColumns(column, raw.has(index));
        // A column of lines makes the rows, even if the row function does not read it.
        return read.has(index) || column.separator !== undefined ? tags : tags.map(() => 'rf::Unread');
      })
      .join(', '),
    output: fn.output.flatMap((column, index) => cppColumns(column, index < kept && isStoredWider(column))).join(', '),
    bounds: cppBounds(plan),
    grouping: fn.grouping && cppGrouping(fn.grouping),
    ownAggregates: emitReductions(ownAggregates),
    // A row that builds strings needs an arena, which the one-pass kernel does not have.
    isBulkText: plan.isBulkText && !usesArena && fn.emits === 'one',
    // The sink of groups borrows text where it lies if there are segments.
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

/** Returns a grouping's type: `rf::Grouping<1, true, rf::Min<1>, rf::CountRows>`, say. */
function cppGrouping({ keys, isOrdered, aggregates }: Grouping): string {
  const tags = aggregates.map(({ name: own, operation, column, columns = [] }) => {
    if (operation === 'reduce') return `rf::Reduce<${[cppIdentifier(own), ...columns].join(', ')}>`;
    const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
    return column === undefined ? `rf::${name}Rows` : `rf::${name}<${column}>`;
  });
  return `rf::Grouping<${[keys, isOrdered, ...tags].join(', ')}>`;
}

/** Returns the rows per window, for reductions and folds of windows with a fixed number of rows and without partitions. */
function windowRows({ window, reductions, folds }: RowFunction): RowRange | undefined {
  const isKnown = window && window.partitionBy.length === 0 && !('on' in window.rows);
  return (reductions || folds) && isKnown ? window.rows : undefined;
}
