import { convert, flatten, literal, onePiece, toNumber, toText } from '../build.js';
import type { Call, Expression } from '../expression.js';
import { doubleType, isLazy, longType } from '../type.js';
import { constantOf } from './constant.js';
import { findIntrinsic, intrinsicOf } from './index.js';
import type { Intrinsic, Parameter } from './intrinsic.js';
import { isInt } from './number-function.js';

/**
 * Builds a call of an intrinsic by its name. Arguments are converted, and missing ones are undefined. A call of constants becomes its
 * value.
 */
export function call(name: string, ...args: readonly Expression[]): Expression {
  const intrinsic = findIntrinsic(name);
  if (!intrinsic) throw new RangeError(`There is no intrinsic ${name}`);
  const { parameters, required = parameters.length } = intrinsic;
  const missing = Array.from({ length: Math.max(0, required - args.length) }, () => literal(undefined));
  const converted = [...args, ...missing].map((arg, index) => converse(arg, parameterOf(intrinsic, index)));
  const [first] = converted;
  const simpler = intrinsic.simpler?.(converted);
  if (simpler !== undefined && first) return call(simpler, first);
  if (intrinsic.integers === 'argument' && first && isInt(first)) return first;
  const type = intrinsic.typeOf(converted);
  const keepsInts = intrinsic.integers === 'overload' && isInt({ type } as Expression);
  const node: Call = Object.freeze({
    kind: 'call',
    intrinsic: name,
    arguments: keepsInts ? converted : converted.map((arg, index) => inForm(arg, parameterOf(intrinsic, index))),
    type,
  });
  return constantCall(node) ?? node;
}

/** Returns the parameter that converts the argument at an index. Arguments after the last one are never read. */
export function parameterOf({ parameters, rest }: Intrinsic, index: number): Parameter {
  return parameters[index] ?? rest ?? 'value';
}

function converse(arg: Expression, parameter: Parameter): Expression {
  switch (parameter) {
    case 'number':
      return toNumber(arg);
    case 'int32':
      return call('ToInt32', arg);
    case 'string':
      return toText(arg);
    case 'text':
      return withBytes(toText(arg));
    case 'view':
      return onePiece(toText(arg));
    case 'long':
      return convert(arg, longType);
    case 'bigint':
    case 'boolean':
    case 'value':
      return withBytes(arg);
  }
}

function withBytes(arg: Expression): Expression {
  return isLazy(arg.type) ? flatten(arg) : arg;
}

function inForm(arg: Expression, parameter: Parameter): Expression {
  return parameter === 'number' ? convert(arg, doubleType) : arg;
}

/** Rebuilds a call whose arguments may have changed their form, as from a double to an int. */
export function withArguments(e: Call, args: readonly Expression[]): Expression {
  const intrinsic = intrinsicOf(e);
  const [first] = args;
  if (intrinsic.integers === 'argument' && first && isInt(first) && isInt(e)) return first;
  const asInts = intrinsic.integers === 'overload' && isInt(e) && args.every(isInt);
  return { ...e, arguments: asInts ? args : args.map((arg, index) => inForm(arg, parameterOf(intrinsic, index))) };
}

/** Computes a call of constants as a literal of its own type. Undefined if the value is only known at run time. */
export function constantCall(e: Call): Expression | undefined {
  const values = e.arguments.map(constantOf);
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length) return undefined;
  const value = intrinsicOf(e).evaluate?.(known.map((found) => found.value));
  return value === undefined ? undefined : literal(value);
}
