import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import { isComposite } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { pick } from '../../ir/lookup.js';
import { readReference, referTo } from '../constants/references.js';
import type { RowContext } from '../context/row-context.js';
import { keepFaults } from '../effects/effects.js';
import { unsupported, unsupportedValue } from '../refusals/unsupported.js';
import { nameOfPart } from '../values/constant-reference.js';
import { isOptional, presenceOf } from '../values/optional-value.js';
import { isExpression } from '../values/value.js';

/**
 * Visits an expression that is only tested for truth, null or undefined. An object becomes true, because no other
 * property of it is tested.
 */
export function visitPresence(node: ts.Expression, context: RowContext): Expression | undefined {
  const reference = referTo(node, context);
  if (reference === 'reported') return undefined;
  if (!reference) {
    const value = context.visit.value(node);
    if (!value || isExpression(value)) return value;
    if (isOptional(value)) return presenceOf(value);
    // An object is never null, undefined or false.
    if (!objectKinds.includes(value.kind) || (value.kind === 'row' && !value.path))
      return unsupportedValue(value, node, context);
    keepFaults(value, context);
    return literal(true);
  }
  const { index, candidates, total } = reference;
  if (!candidates.some(isComposite)) return readReference(reference, node, context);
  const present = candidates.map((value) => (isComposite(value) ? true : value));
  return pick(index, present, total, nameOfPart(reference, 'present')) ?? unsupported(node, context);
}

const objectKinds: readonly string[] = ['row', 'object', 'tuple', 'records', 'date'];
