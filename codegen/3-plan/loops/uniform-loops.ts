import type { CompareOperator, Expression } from '../../ir/expression.js';
import { isInt } from '../../ir/intrinsics/number-function.js';
import { assignedIn, declaredIn, forEachStatement, readsIn } from '../../ir/rewrite.js';
import type { Loop, Statement } from '../../ir/statement.js';
import { expressionsOf, statementsIn } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';
import { mayThrow } from '../element-values.js';

/** The course of a loop: `for (let i = first; i < bound; i += step)`, or with `<=`, or down to a bound. */
export interface CountingLoop {
  /** The variable that the loop counts. */
  readonly variable: VariableId;
  /** The end that is not the variable's first value. */
  readonly bound: Expression;
  readonly isInclusive: boolean;
  /** Negative for a loop that counts down. */
  readonly step: number;
}

/**
 * Describes a loop whose steps nothing can end but the test: no jump leaves it, nothing in it may fail, and it takes no memory of the row.
 * Undefined for other loops.
 */
export function uniformLoop(loop: Loop): CountingLoop | undefined {
  return loop.body.some(mayEnd) || loop.body.some(isUnsteady) ? undefined : countingLoop(loop);
}

/** Describes a loop that counts to a bound, which nothing in it changes. It may end before. Undefined for other loops. */
export function countingLoop({ test, bodyFirst, body, update: [update, ...others] }: Loop): CountingLoop | undefined {
  if (bodyFirst || others.length > 0 || update?.kind !== 'assign' || test.kind !== 'compare') return undefined;
  const { variable } = update;
  const step = stepOf(variable, update.value);
  const isRead = (e: Expression) => e.kind === 'read' && e.variable === variable;
  const [operator, bound] = isRead(test.left)
    ? [test.operator, test.right]
    : [mirrored[test.operator], isRead(test.right) ? test.left : undefined];
  if (step === undefined || !bound || !isInt(test.left) || !isInt(test.right)) return undefined;
  if (operator.startsWith('<') !== step > 0) return undefined;
  const changed = new Set([...assignedIn(body), ...declaredIn(body), variable]);
  if (assignedIn(body).has(variable) || readsIn([bound]).some((id) => changed.has(id))) return undefined;
  if (mayThrow(bound)) return undefined;
  return { variable, bound, isInclusive: operator.length === 2, step };
}

/** True for a uniform loop without a loop in it, whose steps C++ compilers take several at a time. */
export function isVectorLoop(loop: Statement): boolean {
  if (loop.kind !== 'loop' || !uniformLoop(loop)) return false;
  let isInnermost = true;
  forEachStatement(loop.body, ({ kind }) => {
    if (kind === 'loop' || kind === 'for-of' || kind === 'continue') isInnermost = false;
  });
  return isInnermost;
}

const mirrored: Readonly<Record<CompareOperator, CompareOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Returns 2 for `i + 2`, and -1 for `i - 1`. */
function stepOf(variable: VariableId, value: Expression): number | undefined {
  if (value.kind !== 'arithmetic' || !isInt(value) || (value.operator !== '+' && value.operator !== '-'))
    return undefined;
  const { left, right, operator } = value;
  if (left.kind !== 'read' || left.variable !== variable || right.kind !== 'literal') return undefined;
  const step = Number(right.value) * (operator === '+' ? 1 : -1);
  return step === 0 ? undefined : step;
}

/** True if a statement may end the loop around it, or the row. */
function mayEnd(statement: Statement): boolean {
  switch (statement.kind) {
    case 'break':
    case 'return':
    case 'throw':
    case 'leave':
    case 'emit':
    case 'step':
    case 'sort':
      return true;
    case 'loop':
    case 'for-of':
      return statementsIn(statement).some(mayEndOuter);
    default:
      return statementsIn(statement).some(mayEnd);
  }
}

/** True if a statement of an inner loop may end the loop around that. */
function mayEndOuter(statement: Statement): boolean {
  if (statement.kind === 'break') return false;
  return statement.kind === 'if' || statement.kind === 'block'
    ? statementsIn(statement).some(mayEndOuter)
    : mayEnd(statement);
}

/** True if a statement may fail the row or takes memory, or one inside it does. */
function isUnsteady(statement: Statement): boolean {
  const isPush = (e: Expression) => e.kind === 'array-call' && e.operation === 'push';
  return expressionsOf(statement).some((e) => mayThrow(e) || isPush(e)) || statementsIn(statement).some(isUnsteady);
}
