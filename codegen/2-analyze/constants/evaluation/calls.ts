import { isAmbient } from '../../../1-parse/syntax/const-initializer.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import type { Constant, ConstantValue } from '../../../ir/constant-value.js';
import { callOfObject, type Found } from '../parts.js';
import { computeCall } from './arithmetic.js';
import type { Evaluation } from './evaluation.js';

/** Evaluates `Math.max(1, limit)`, `Object.freeze(x)`, `Object.keys(x)` and the like, and `'a b c'.split(' ')`. */
export function evaluateCall(node: ts.CallExpression, evaluation: Evaluation): Found<ConstantValue> | undefined {
  const { expression: callee, arguments: args } = node;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const { expression: object, name } = callee;
  const global = ts.isIdentifier(object) && isAmbient(object, evaluation.program.checker) ? object.text : undefined;
  if (global !== undefined && global !== 'Object') return callBuiltIn(`${global}.${name.text}`, args, evaluation);
  const [argument] = args;
  if (!argument || args.length !== 1) return undefined;
  const given = evaluation.value(argument);
  if (!given) return undefined;
  if (global === 'Object') return callOfObject(name.text, given.value);
  const text = evaluation.value(object)?.value;
  return name.text === 'split' && typeof text === 'string' && typeof given.value === 'string'
    ? { value: { kind: 'array', elements: text.split(given.value) } }
    : undefined;
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
