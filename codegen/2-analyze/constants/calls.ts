import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { isComposite } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { callOfHasOwn } from './has-own.js';
import { askConstant, callOfConstant } from './methods.js';
import { readReference, referTo } from './references.js';

/** The receiver of a call that is a string, number or other simple constant. It has the methods of values of the row. */
export interface SimpleReceiver {
  readonly simple: Expression;
}

/** Visits a call of a method of constants, or of a function of `Object` with a constant. Undefined for any other call. */
export function callConstant(
  node: ts.CallExpression,
  context: RowContext,
): Expression | SimpleReceiver | 'reported' | undefined {
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const { expression: object, name } = callee;
  if (ts.isIdentifier(object) && object.text === 'Object' && isAmbient(object, context.program.checker)) {
    if (name.text === 'hasOwn') return callOfHasOwn(node, context);
    const found = referTo(node, context);
    return found === 'reported' || !found ? found : (readReference(found, node, context) ?? 'reported');
  }
  const receiver = referTo(object, context);
  if (receiver === 'reported' || !receiver) return receiver;
  if (!receiver.candidates.some(isComposite)) {
    const simple = readReference(receiver, object, context);
    return simple ? { simple } : 'reported';
  }
  const found = callOfConstant(receiver, node, callee, context);
  if (found) return found === 'reported' ? found : (readReference(found, node, context) ?? 'reported');
  return askConstant(receiver, node, callee, context) ?? 'reported';
}
