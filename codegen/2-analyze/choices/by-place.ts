import type { ts } from '../../1-parse/syntax/ts.js';
import { equal, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { isExpression, type Value } from '../values/value.js';
import { choose } from './choose.js';
import { either } from './either.js';

/** Returns the value at a place, or `otherwise` for any other place. Undefined if a value was reported. */
export function valueAt(
  place: Expression,
  values: readonly (Value | undefined)[],
  otherwise: Value | undefined,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const branch = (value: Value) => ({ value, before: [], flow: context.flow });
  return values.reduceRight<Value | undefined>((rest, value, index) => {
    if (!value || !rest) return undefined;
    const test = equal(place, literal(index));
    if (isExpression(value) && isExpression(rest)) return either(test, value, rest, node, context);
    return choose(test, branch(value), branch(rest), node, context);
  }, otherwise);
}
