import type { ArrayCall, Expression } from '../ir/expression.js';
import { showExpression } from '../ir/print.js';
import { allExpressions, forEachStatement } from '../ir/rewrite.js';
import {
  areReducedTogether,
  type LoopFinding,
  type Reduction,
  type RowFunction,
  type RowWindow,
} from '../ir/row-function.js';

/** Describes which rows windows contain, and how their values are computed. */
export function describeWindows(fn: RowFunction): readonly string[] {
  const { window, reductions, loops = [] } = fn;
  if (!window) return [];
  const rows = [`windows: ${describeRows(window, fn)}.`, ...describeNulls(window)];
  const others = readsWindows(fn)
    ? ['      The function goes through its windows: a row takes as many steps as its window has rows.']
    : [];
  const folds = fn.folds
    ? [
        '      Loops over it take their steps for several rows at once on a GPU, those of each in the order in which they are written.',
      ]
    : [];
  const found = loops.map(describeLoop);
  if (!reductions) return [...rows, ...found, ...folds, ...others];
  const list =
    reductions.map((reduction, place) => `${place + 1}: ${describeReduction(reduction, fn)}`).join(', ') ||
    'rows without null';
  const steps = areReducedTogether(fn)
    ? 'whose steps per row do not depend on the size of windows'
    : 'of nodes of sixteen rows, of sixteen of these, and so on, at most thirty per level';
  const reduced = `      Reductions, ${steps}: ${list}.`;
  return [...rows, reduced, ...found, ...folds, ...others];
}

/**
 * Returns the kernels of a call. If the windows of all rows are reduced together, they replace `others`, which evaluate each row by itself.
 */
export function windowKernels(fn: RowFunction, others: readonly string[]): readonly string[] {
  const { reductions, folds } = fn;
  if (reductions && !areReducedTogether(fn))
    return ['levels    computes the reductions of all nodes, level by level', ...others];
  const evaluated = 'evaluates the row and writes its values';
  const reduced = 'rolling   computes the reductions of all windows of a tile, in shared memory';
  const folded = `folds     takes the steps of loops for neighbouring rows of a thread at once; ${evaluated}`;
  if (folds) return reductions ? [reduced, folded] : [folded];
  return reductions ? [`${reduced}; ${evaluated}`] : others;
}

function describeRows({ rows, partitionBy }: RowWindow, { input }: RowFunction): string {
  const name = (place: number) => JSON.stringify(input[place]?.name);
  const range =
    'on' in rows
      ? `the rows whose ${name(rows.on)} is at most ${rows.preceding} below the row's own, and ${rows.following} above`
      : `the row, ${rows.preceding} before it and ${rows.following} behind it`;
  if (partitionBy.length === 0) return range;
  return `${range}, of those with the same ${partitionBy.map(name).join(' and ')}`;
}

function describeNulls({ minPeriods }: RowWindow): readonly string[] {
  if (minPeriods === 0) return [];
  return [`      Null where fewer than ${minPeriods} of them have no null in the columns that are read.`];
}

function describeReduction({ operation, value }: Reduction, fn: RowFunction): string {
  const element = value.kind === 'read' ? fn.variables[value.variable] : undefined;
  return `${operation} of ${element ? JSON.stringify(element.name) : showExpression(value, fn)}`;
}

/** Describes the reductions that a loop became, or why its steps are taken one by one. */
function describeLoop({ line, shapes, isReduced }: LoopFinding): string {
  const found = shapes.join(', ');
  return isReduced
    ? `      The loop of line ${line} is a reduction: ${found || 'its result is never read'}.`
    : `      The loop of line ${line} is taken step by step, since it ${found}.`;
}

/** True if the row function reads more of a window than reductions and single values. */
function readsWindows({ body, variables, input, folds = [] }: RowFunction): boolean {
  const isWindow = (e: Expression) => {
    const column = e.kind === 'read' ? variables[e.variable]?.column : undefined;
    return column !== undefined && input[column]?.window !== undefined;
  };
  const outside = body.filter((statement) => !folds.some(({ loop }) => loop === statement));
  const expressions = allExpressions(outside);
  const single = expressions.filter((e) => e.kind === 'array-call' && isWindow(e.receiver) && takesOne(e));
  if (expressions.filter(isWindow).length > single.length) return true;
  let isLooped = false;
  forEachStatement(outside, (statement) => {
    const inside =
      statement.kind === 'loop'
        ? [...statement.body, ...statement.update]
        : statement.kind === 'sort'
          ? statement.body
          : [];
    isLooped ||= allExpressions(inside).some(isWindow);
  });
  return isLooped;
}

function takesOne({ operation }: ArrayCall): boolean {
  return operation === 'item' || operation === 'element' || operation === 'at' || operation === 'length';
}
