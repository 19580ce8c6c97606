import type { Expression } from '../../ir/expression.js';
import { forEachStatement } from '../../ir/rewrite.js';
import type { RowFunction, RowWindow } from '../../ir/row-function.js';
import type { LoopId, Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import type { Shape } from '../shape.js';
import type { Course, Known } from './loop-course.js';
import type { LoopScope } from './loop-scope.js';

/** A variable that a loop carries, with the shape of its steps. */
export interface Carried {
  readonly id: VariableId;
  readonly shape: Shape;
  readonly course: Course;
  readonly begun: Known['begun'];
  readonly scope: LoopScope;
  readonly limits: Limits;
}

/** The limits of loops over the windows of a row function. */
export interface Limits {
  /** The most rows of a window. */
  readonly rows: number;
  /** True if sums may be added in the order of `sum()`. */
  readonly reorder: boolean;
  /** The number of times that each loop of the source stands in the function. */
  readonly copies: ReadonlyMap<LoopId, number>;
}

/** Rows of a table are counted in 31 bits. */
const mostRows = 2 ** 31;

export function limitsOf({ body }: RowFunction, { rows, reorder }: RowWindow): Limits {
  const copies = new Map<LoopId, number>();
  forEachStatement(body, (statement) => {
    const origin = statement.kind === 'for-of' || statement.kind === 'loop' ? statement.origin : undefined;
    if (origin) copies.set(origin.id, (copies.get(origin.id) ?? 0) + 1);
  });
  return { reorder, copies, rows: 'on' in rows ? mostRows : rows.preceding + 1 + rows.following };
}

/** The value of a variable after its loop, with words for it. */
export interface Result {
  /** Has the variable's stored type. */
  readonly value: Expression;
  /** Declares a variable that the value reads. */
  readonly declaration?: Statement;
  readonly says: string;
  /** The name of a variable whose sum is added in another order than the loop's. */
  readonly reordered?: string;
}
