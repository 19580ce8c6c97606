import type { Expression } from '../../ir/expression.js';
import { forEachStatement } from '../../ir/rewrite.js';
import type { RowFunction, RowWindow } from '../../ir/row-function.js';
import type { LoopId, Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import type { Shape } from '../shape.js';
import type { Course, Known } from './loop-course.js';
import type { LoopScope } from './loop-scope.js';

/** A variable that a loop carries, with the shape that its steps have. */
export interface Carried {
  readonly id: VariableId;
  readonly shape: Shape;
  readonly course: Course;
  readonly begun: Known['begun'];
  readonly scope: LoopScope;
  readonly limits: Limits;
}

/** What loops over the windows of a row function may do, and how far they go. */
export interface Limits {
  /** No window has more rows. */
  readonly rows: number;
  /** Sums may be added in the order of `sum()`. */
  readonly reorder: boolean;
  /** How often each loop of the source stands in the function. */
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

/** What becomes of a variable behind its loop, and how that is called. */
export interface Result {
  /** Of the variable's stored type. */
  readonly value: Expression;
  /** What the value reads besides. */
  readonly declaration?: Statement;
  readonly says: string;
  /** The name of a variable whose sum is added in another order than the loop's. */
  readonly reordered?: string;
}
