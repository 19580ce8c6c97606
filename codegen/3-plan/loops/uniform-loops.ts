import type { Expression } from '../../ir/expression.js';
import { isInt } from '../../ir/intrinsics/number-function.js';
import type { CompareOperator } from '../../ir/operations/operators.js';
import { assignedIn, declaredIn, forEachStatement, readsIn } from '../../ir/rewrite.js';
import type { Loop, Statement } from '../../ir/statement.js';
import { expressionsOf, statementsIn } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';
import { mayThrow } from '../element-values.js';
import { integerLiteral } from '../integers/past-length.js';

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
  if (loop.test.kind !== 'compare' || !isInt(loop.test.left) || !isInt(loop.test.right)) return undefined;
  return loop.body.some(mayEnd) || loop.body.some(isUnsteady) ? undefined : countingLoop(loop);
}

/** Describes a loop that counts to a bound, which nothing in it changes. It may end before. Undefined for other loops. */
export function countingLoop({ test, bodyFirst, body, update: [update, ...others] }: Loop): CountingLoop | undefined {
  if (bodyFirst || others.length > 0 || update?.kind !== 'assign' || test.kind !== 'compare') return undefined;
  const { variable } = update;
  const step = stepOf(variable, update.value);
  const isRead = (e: Expression) => isReadOf(e, variable);
  const [operator, bound] = isRead(test.left)
    ? [test.operator, test.right]
    : [mirrored[test.operator], isRead(test.right) ? test.left : undefined];
  if (step === undefined || !bound) return undefined;
  if (operator.startsWith('<') !== step > 0) return undefined;
  const changed = new Set([...assignedIn(body), ...declaredIn(body), variable]);
  if (assignedIn(body).has(variable) || readsIn([bound]).some((id) => changed.has(id))) return undefined;
  if (mayThrow(bound)) return undefined;
  return { variable, bound, isInclusive: operator.length === 2, step };
}

/** True for a uniform loop, or one over an array, without a loop in it: C++ compilers take several steps at a time. */
export function isVectorLoop(loop: Statement): boolean {
  const isOverArray = loop.kind === 'for-of' && loop.source.type.core.kind === 'array';
  const isSteady = isOverArray && !loop.body.some(mayEnd) && !loop.body.some(isUnsteady);
  if (!(loop.kind === 'loop' && uniformLoop(loop)) && !isSteady) return false;
  let isInnermost = true;
  forEachStatement(loop.body, ({ kind }) => {
    if (kind === 'loop' || kind === 'for-of' || kind === 'continue') isInnermost = false;
  });
  return isInnermost;
}

const mirrored: Readonly<Record<CompareOperator, CompareOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Returns 2 for `i + 2`, and -1 for `i - 1`. */
function stepOf(variable: VariableId, value: Expression): number | undefined {
  const sum = value.kind === 'convert' ? value.operand : value;
  if (sum.kind !== 'arithmetic' || (sum.operator !== '+' && sum.operator !== '-')) return undefined;
  const step = integerLiteral(sum.right);
  if (!isReadOf(sum.left, variable) || !step) return undefined;
  return sum.operator === '+' ? step : -step;
}

function isReadOf(e: Expression, variable: VariableId): boolean {
  const read = e.kind === 'convert' ? e.operand : e;
  return read.kind === 'read' && read.variable === variable;
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
    case 'machine':
    case 'recur':
    case 'finish':
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
