import { isAmbient } from '../../../1-parse/syntax/const-initializer.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import { type Constant, type ConstantValue, isComposite } from '../../../ir/constant-value.js';
import { callOfObject, type Found } from '../parts.js';
import { computeCall } from './arithmetic.js';
import type { Evaluation } from './evaluation.js';
import { checkCounts } from './size.js';

/** Evaluates `Math.max(1, limit)`, `Object.freeze(x)`, `Object.keys(x)` and the like, `'a b c'.split(' ')` and `list.join('|')`. */
export function evaluateCall(node: ts.CallExpression, evaluation: Evaluation): Found<ConstantValue> | undefined {
  const { expression: callee, arguments: args } = node;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const { expression: object, name } = callee;
  const global = ts.isIdentifier(object) && isAmbient(object, evaluation.program.checker) ? object.text : undefined;
  if (global !== undefined && global !== 'Object') return callBuiltIn(`${global}.${name.text}`, args, evaluation);
  const [argument] = args;
  if (args.length > 1) return undefined;
  const given = argument && evaluation.value(argument);
  if (argument && !given) return undefined;
  if (global === 'Object') return given && callOfObject(name.text, given.value);
  const receiver = evaluation.value(object)?.value;
  if (name.text === 'split') return splitText(receiver, given?.value);
  return name.text === 'join' ? joinElements(receiver, given?.value, node) : undefined;
}

function splitText(text: ConstantValue, separator: ConstantValue): Found<ConstantValue> | undefined {
  if (typeof text !== 'string' || typeof separator !== 'string') return undefined;
  return { value: { kind: 'array', elements: text.split(separator) } };
}

/** Joins the elements of a constant array: ECMA-262, 23.1.3.18. */
function joinElements(
  list: ConstantValue,
  separator: ConstantValue,
  node: ts.CallExpression,
): Found<Constant> | undefined {
  if (!isComposite(list) || list.kind !== 'array' || isComposite(separator)) return undefined;
  if (list.elements.some(isComposite)) return undefined;
  const parts = list.elements.map((element) => String(element ?? ''));
  const between = separator === undefined ? ',' : String(separator);
  // The length is checked before the text is made, which may be the square of what the source writes.
  checkCounts(
    0,
    parts.reduce((sum, { length }) => sum + length + between.length, 0),
    node,
  );
  return { value: parts.join(between) };
}

/** Evaluates a built-in function of constants, such as `BigInt.asUintN(64, seed)`. */
function callBuiltIn(
  path: string,
  args: readonly ts.Expression[],
  evaluation: Evaluation,
): Found<Constant> | undefined {
  const found = args.map((argument) => evaluation.simple(argument));
  if (!found.every((one) => one !== undefined)) return undefined;
  const value = computeCall(
    path,
    found.map((one) => one.value),
  );
  return value === undefined ? undefined : { value };
}
