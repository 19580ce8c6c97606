import { ts } from '../../1-parse/syntax/ts.js';
import { isComposite } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { unsupportedConstant } from '../refusals/unsupported.js';
import { isReference, knownValue } from '../values/constant-reference.js';
import { keysOfAll } from './lookups.js';
import { hasOwn } from './methods.js';
import { referTo } from './references.js';

/** Visits `Object.hasOwn(table, key)` of a constant. Undefined for any other call. */
export function callOfHasOwn(node: ts.CallExpression, context: RowContext): Expression | 'reported' | undefined {
  const [object, key] = node.arguments;
  if (!object || !key || node.arguments.length !== 2 || ts.isSpreadElement(object) || ts.isSpreadElement(key))
    return undefined;
  const reference = referTo(object, context);
  if (!isReference(reference)) return reference;
  const value = knownValue(reference)?.value;
  if (!isComposite(value)) return undefined;
  const operand = context.visit.expression(key);
  if (!operand) return 'reported';
  if (value.kind !== 'object') return unsupportedConstant(value.kind, object, context) ?? 'reported';
  return hasOwn(operand, keysOfAll([value]));
}
