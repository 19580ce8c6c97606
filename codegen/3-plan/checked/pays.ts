import type { Expression } from '../../ir/expression.js';
import { checkedOperation } from '../../ir/intrinsics/checked-integers.js';
import { allExpressions, assignedIn, declaredIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { statementsIn } from '../../ir/statement-parts.js';
import { doubleType, longType, sameType, type Type } from '../../ir/type.js';
import type { Variable } from '../../ir/variable.js';

/**
 * True if an attempt may pay: a row function divides doubles, or its loops change variables that are doubles. Most functions do neither, and
 * an attempt need not be looked for.
 */
export function mayPay({ body, variables }: RowFunction): boolean {
  const divides = (e: Expression) =>
    e.kind === 'arithmetic' && (e.operator === '/' || e.operator === '%') && sameType(e.type, doubleType);
  return allExpressions(body).some(divides) || loopsCarry(doubleType, variables, body);
}

/**
 * True if an attempt with checked integers saves more than it costs. It doubles the time in which the row function is compiled for the CPU.
 * In return, divisions, remainders and rounded quotients become divisions of integers, and so do the numbers that a loop carries from step
 * to step.
 */
export function pays(attempt: RowFunction): boolean {
  return (
    allExpressions(attempt.body).some((e) => e.kind === 'call' && isDivision(e.intrinsic)) ||
    loopsCarry(longType, attempt.variables, attempt.body)
  );
}

function isDivision(intrinsic: string): boolean {
  const operation = checkedOperation(intrinsic)?.operation;
  return operation !== undefined && (operation.endsWith('/') || operation === '%');
}

/** True if a loop changes a number of a type that is declared before it. */
function loopsCarry(type: Type, variables: readonly Variable[], body: readonly Statement[]): boolean {
  return body.some((statement) => {
    if (statement.kind !== 'loop' && statement.kind !== 'for-of')
      return loopsCarry(type, variables, statementsIn(statement));
    const own = declaredIn([statement]);
    const carried = [...assignedIn([statement])].some(
      (id) => !own.has(id) && variables[id] !== undefined && sameType(variables[id].stored, type),
    );
    return carried || loopsCarry(type, variables, statementsIn(statement));
  });
}
