import type { ts } from '../../1-parse/syntax/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { conditional, convert } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { isVariant } from '../../ir/type.js';
import { joinFlows } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { type Branch, isPure } from '../effects/effects.js';
import { joinedType } from '../effects/variants.js';
import { areOfDifferentKinds } from '../heap/classes-at.js';
import { describeValue } from '../values/described-values.js';
import { eitherPart } from '../values/optional-value.js';
import { isExpression, type Value } from '../values/value.js';
import { choose } from './choose.js';

/** Returns `test ? a : b` for values that may have side effects. */
export function oneOf(
  test: Expression,
  whenTrue: Branch,
  whenFalse: Branch,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const [first, second] = [whenTrue.value, whenFalse.value];
  // An array beside a value of another kind becomes an object in the row's memory.
  const needsObject =
    first && second && context.heap && [first, second].some(isValueArray) && areOfDifferentKinds(first, second);
  if (!first || !second || needsObject || !isPure(whenTrue) || !isPure(whenFalse))
    return choose(test, whenTrue, whenFalse, node, context);
  if (isExpression(first) && isExpression(second)) return either(test, first, second, node, context);
  const part = whenTrue.flow && whenFalse.flow && eitherPart(test, first, second);
  if (!part) return choose(test, whenTrue, whenFalse, node, context);
  context.flow = joinFlows(whenTrue.flow, whenFalse.flow);
  return part;
}

/** True for an array that is a value, and no object in the row's memory. */
function isValueArray(value: Value): boolean {
  return isExpression(value) && value.type.core.kind === 'array';
}

/** Returns `test ? a : b` for values without side effects. */
export function either(
  test: Expression,
  whenTrue: Expression,
  whenFalse: Expression,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const type = joinedType(whenTrue.type, whenFalse.type, context);
  const as = (value: Expression) => (type && isVariant(type) ? convert(value, type) : value);
  return (
    conditional(test, as(whenTrue), as(whenFalse)) ??
    context.report(node, (span) =>
      mixedTypes(span, { left: describeValue(whenTrue.type), right: describeValue(whenFalse.type) }),
    )
  );
}
