import type { Expression } from '../../ir/expression.js';
import { checkedOperation } from '../../ir/intrinsics/checked-integers.js';
import { allExpressions } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { doubleType, sameType } from '../../ir/type.js';

/** True if an attempt may pay: a row function divides doubles. Most functions do not, and an attempt need not be looked for. */
export function mayPay({ body }: RowFunction): boolean {
  const divides = (e: Expression) =>
    e.kind === 'arithmetic' && (e.operator === '/' || e.operator === '%') && sameType(e.type, doubleType);
  return allExpressions(body).some(divides);
}

/**
 * True if an attempt with checked integers saves more than it costs. It doubles the time in which the row function is compiled for the CPU.
 * In return, divisions, remainders and rounded quotients become divisions of integers. Without one it saves nothing: sums and products of
 * doubles take as long as those that are checked (a factorial 71 and 69 ns, Fibonacci numbers 64 and 65).
 */
export function pays(attempt: RowFunction): boolean {
  return allExpressions(attempt.body).some((e) => e.kind === 'call' && isDivision(e.intrinsic));
}

function isDivision(intrinsic: string): boolean {
  const operation = checkedOperation(intrinsic)?.operation;
  return operation !== undefined && (operation.endsWith('/') || operation === '%');
}
