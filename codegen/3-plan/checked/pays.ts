import type { Expression } from '../../ir/expression.js';
import { checkedOperation } from '../../ir/intrinsics/checked-integers.js';
import { allExpressions, forEachStatement } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { bodiesOf } from '../../ir/statement-parts.js';
import { doubleType, longType, sameType, type Type } from '../../ir/type.js';
import { termOf } from '../integers/loop-totals.js';
import { isVectorLoop } from '../loops/uniform-loops.js';

/**
 * True if an attempt may pay: a row function divides doubles, adds them up, or truncates them in a loop. Most do none of these, and an attempt
 * need not be looked for.
 */
export function mayPay(fn: RowFunction): boolean {
  const divides = (e: Expression) =>
    e.kind === 'arithmetic' && (e.operator === '/' || e.operator === '%') && sameType(e.type, doubleType);
  return allExpressions(fn.body).some(divides) || addsInVectors(fn, doubleType) || truncatesInLoop(fn, doubleType);
}

/**
 * True if an attempt with checked integers saves more than it costs. It doubles the time in which the row function is compiled for the CPU.
 *
 * - Divisions, remainders and rounded quotients become divisions of integers.
 * - Sums become sums of vectors, if all operations are proved and none is checked. Sums of doubles have an order.
 * - Truncations to 32 bits become free. A step of the hash `hash = (hash << 5) + hash + code` waits for two conversions of a double.
 *
 * Without these it saves nothing: sums and products of doubles take as long as those that are checked (a factorial 71 and 69 ns, Fibonacci
 * numbers 64 and 65).
 */
export function pays(attempt: RowFunction): boolean {
  const operations = allExpressions(attempt.body).flatMap((e) =>
    e.kind === 'call' ? (operationOf(e.intrinsic) ?? []) : [],
  );
  if (operations.some(isDivision) || truncatesInLoop(attempt, longType)) return true;
  return operations.length === 0 && addsInVectors(attempt, longType);
}

function operationOf(intrinsic: string): string | undefined {
  return checkedOperation(intrinsic)?.operation;
}

function isDivision(operation: string): boolean {
  return operation.endsWith('/') || operation === '%';
}

/** True if a loop over vectors adds to a variable of a type. */
function addsInVectors({ body, variables }: RowFunction, type: Type): boolean {
  const isSum = (statement: Statement) => {
    const stored = statement.kind === 'assign' && termOf(statement) && variables[statement.variable]?.stored;
    return stored !== undefined && stored !== false && sameType(stored, type);
  };
  let isFound = false;
  forEachStatement(body, (loop) => {
    if (isFound || !isVectorLoop(loop)) return;
    forEachStatement([loop], (statement) => {
      isFound ||= isSum(statement);
    });
  });
  return isFound;
}

/** True if a loop truncates numbers of a type to 32 bits. */
function truncatesInLoop({ body }: RowFunction, type: Type): boolean {
  const truncates = (e: Expression) =>
    e.kind === 'call' && e.intrinsic === 'ToInt32' && e.arguments.some((arg) => sameType(arg.type, type));
  let isFound = false;
  forEachStatement(body, (loop) => {
    if (isFound || (loop.kind !== 'loop' && loop.kind !== 'for-of')) return;
    isFound = bodiesOf(loop).some((each) => allExpressions(each).some(truncates));
  });
  return isFound;
}
