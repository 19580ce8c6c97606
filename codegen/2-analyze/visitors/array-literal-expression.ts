import { ts } from '../../1-parse/syntax/ts.js';
import { isArray, joinedArray } from '../arrays/values.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { inOrder } from '../effects/effects.js';
import { visitSpread } from '../heap/spread.js';
import { copyOfRecords } from '../objects/records.js';
import { unsupported } from '../refusals/unsupported.js';
import { isExpression, type Value } from '../values/value.js';

/** Visits `[a, b, ...c]`. Each element is a separate value, unless arrays or strings are spread into it. */
export function visitArrayLiteralExpression(node: ts.ArrayLiteralExpression, context: RowContext): Value | undefined {
  const values = inOrder(
    node.elements.map((element) => () => {
      if (ts.isOmittedExpression(element)) return unsupported(element, context);
      return visitSpread(element, context);
    }),
    context,
  );
  const [only, ...others] = values;
  const isSpread = node.elements[0] !== undefined && ts.isSpreadElement(node.elements[0]);
  if (only && isSpread && others.length === 0 && !isExpression(only) && only.kind === 'records')
    return copyOfRecords(only);
  const arrays = node.elements.some((element, index) => ts.isSpreadElement(element) && isArray(values[index]));
  if (arrays) return joinedArray(node, node.elements, values, context);
  const elements: Value[] = [];
  for (const [index, element] of node.elements.entries()) {
    const given = values[index];
    if (!given) return undefined;
    const value = ts.isSpreadElement(element) ? expanded(given) : given;
    if (!ts.isSpreadElement(element)) elements.push(value);
    else if (!isExpression(value) && value.kind === 'tuple') elements.push(...value.elements);
    else return unsupported(element, context);
  }
  return { kind: 'tuple', elements };
}
