import { unwrap } from '../1-parse/const-initializer.js';
import { ts } from '../1-parse/ts.js';
import { unsupportedMethod } from '../diagnostics/index.js';
import { member } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { type ConstantList, isConstantList } from '../ir/row-function.js';
import { captureValue, evaluateList } from './captures.js';
import type { RowContext } from './row-context.js';
import { unsupported, unsupportedList } from './unsupported.js';
import { visitExpression } from './visitors/index.js';

/** The constant array or `Set` that an expression is: written in place, or captured. Undefined for anything else. */
export function constantList(expression: ts.Expression, context: RowContext): ConstantList | 'reported' | undefined {
  const { checker } = context.program;
  const node = unwrap(expression);
  if (!ts.isIdentifier(node)) return evaluateList(node, checker)?.value;
  if (context.bindingOf(node) || !evaluateList(node, checker)) return undefined;
  const value = captureValue(node, context)?.value;
  return isConstantList(value) ? value : 'reported';
}

/** How many elements JavaScript counts: a `Set` has each once. */
export function sizeOf({ elements }: ConstantList): number {
  return elements.length;
}

/** `list.includes(x)` of an array, `list.has(x)` of a `Set`. */
export function askList(
  list: ConstantList,
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): Expression | undefined {
  const known = list.kind === 'array' ? 'includes' : 'has';
  if (name.text !== known) {
    return context.report(name, (span) =>
      unsupportedMethod(span, {
        type: list.kind === 'array' ? 'A constant array' : 'A constant `Set`',
        method: name.text,
        known,
      }),
    );
  }
  const [argument, ...rest] = node.arguments;
  if (!argument || rest.length > 0) return unsupportedList(list.kind, node, context);
  if (ts.isSpreadElement(argument)) return unsupported(argument, context);
  const operand = visitExpression(argument, context);
  return operand && member(operand, list.elements);
}
