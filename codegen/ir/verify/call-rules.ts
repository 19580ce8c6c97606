import type { Call, Expression } from '../expression.js';
import { parameterOf } from '../intrinsics/call.js';
import { intrinsicOf } from '../intrinsics/index.js';
import type { Parameter } from '../intrinsics/intrinsic.js';
import { isInt, isLong } from '../intrinsics/number-function.js';
import { isLazy, mayBeAbsent } from '../type.js';
import type { Rules } from './rule.js';

/** Returns the rules of a call, without those of its arguments. */
export function callRules(e: Call): Rules {
  const intrinsic = intrinsicOf(e);
  const { parameters, rest, required = parameters.length } = intrinsic;
  const count = e.arguments.length;
  const given = intrinsic.typeOf(e.arguments).core;
  const areAll = (isOfForm: (one: Expression) => boolean) => isOfForm(e) && e.arguments.every(isOfForm);
  const asInts = intrinsic.integers === 'overload' && (areAll(isInt) || areAll(isLong));
  return [
    [
      count >= required && (rest !== undefined || count <= parameters.length),
      'a call has the arguments of its function',
    ],
    [
      e.arguments.every((arg, index) =>
        fits(arg, parameterOf(intrinsic, index), asInts || (intrinsic.takesLong === true && isLong(arg))),
      ),
      'arguments are converted as the parameters say',
    ],
    [given.kind === e.type.core.kind, 'the function gives another type'],
    [asInts || given.kind !== 'number' || !isInt(e) || given.form === 'int', 'the function gives no int'],
  ];
}

function fits(arg: Expression, parameter: Parameter, isInteger: boolean): boolean {
  const { core } = arg.type;
  if (isLazy(arg.type) && parameter !== 'string') return false;
  if (parameter === 'value') return true;
  if (mayBeAbsent(arg.type)) return false;
  switch (parameter) {
    case 'number':
      return core.kind === 'number' && (core.form === 'double' || isInteger);
    case 'int32':
      return isInt(arg);
    case 'string':
    case 'text':
      return core.kind === 'string';
    case 'view':
      return core.kind === 'string' && core.pieces === 1;
    case 'long':
      return isLong(arg);
    case 'bigint':
    case 'boolean':
      return core.kind === parameter;
  }
}
