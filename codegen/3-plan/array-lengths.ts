import type { ArrayCall, Expression } from '../ir/expression.js';
import { allExpressions } from '../ir/rewrite.js';
import type { Statement } from '../ir/statement.js';
import type { VariableId } from '../ir/variable.js';

export function isLength(e: Expression): e is ArrayCall {
  return e.kind === 'array-call' && e.operation === 'length';
}

/** The reads of a variable. */
export interface ArrayReads {
  /** The reads of the length of its array. */
  readonly lengths: number;
  readonly others: number;
}

/** Counts the reads of each variable that is read. */
export function arrayReads(body: readonly Statement[]): ReadonlyMap<VariableId, ArrayReads> {
  const reads = new Map<VariableId, ArrayReads>();
  const count = (id: VariableId, lengths: number, others: number) => {
    const before = reads.get(id) ?? { lengths: 0, others: 0 };
    reads.set(id, { lengths: before.lengths + lengths, others: before.others + others });
  };
  for (const e of allExpressions(body)) {
    if (e.kind === 'read') count(e.variable, 0, 1);
    if (isLength(e) && e.receiver.kind === 'read') count(e.receiver.variable, 1, -1);
  }
  return reads;
}
