import type { ts } from '../../1-parse/syntax/ts.js';
import { literal, toNumber, toText, truthy } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Intrinsic } from '../../ir/intrinsics/index.js';
import { globalPath } from '../constants/global-path.js';
import type { RowContext } from '../context/row-context.js';
import { byKind } from '../effects/variants.js';
import { inlineCall } from '../functions/functions.js';
import { asOperand } from '../heap/as-operand.js';
import { callWithOne, functionOfOne } from '../numbers/intrinsics.js';
import { unsupportedValue } from '../refusals/unsupported.js';
import { isExpression, type Value } from '../values/value.js';

/** The function that an array method calls for each element. */
export interface Callback {
  /** The number of parameters that the function declares; infinite with a rest parameter. */
  readonly arity: number;
  call(args: readonly Value[], node: ts.Node): Value | undefined;
  /** Visits another argument of the method, such as the start value of `reduce`. */
  visitOther(node: ts.Expression): Value | undefined;
}

type Conversion = (value: Value, node: ts.Node, context: RowContext) => Expression | undefined;

/** Conversions that may be passed by name: `filter(Boolean)`, `map(String)`. */
const conversions: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ['Boolean', (value) => (isExpression(value) ? truthy(value) : literal(true))],
  ['Number', convertedBy(toNumber)],
  ['String', convertedBy(toText)],
]);

function convertedBy(convert: (operand: Expression) => Expression): Conversion {
  return (value, node, context) => {
    const ofKind = (one: Expression) => {
      const operand = asOperand(one, node, context);
      return operand && convert(operand);
    };
    return isExpression(value) ? byKind(value, ofKind, context) : unsupportedValue(value, node, context);
  };
}

/** Returns a built-in function as one of values. */
function conversionBy(intrinsic: Intrinsic | undefined): Conversion | undefined {
  return intrinsic && ((value, node, context) => callWithOne(intrinsic, value, node, context));
}

export function callbackOf(node: ts.Expression, context: RowContext): Callback | undefined {
  const visitOther = (other: ts.Expression) => context.visit.value(other);
  const path = globalPath(node, context);
  const convert = path === undefined ? undefined : (conversions.get(path) ?? conversionBy(functionOfOne(path)));
  if (convert) return { arity: 1, call: ([value]) => value && convert(value, node, context), visitOther };
  const value = context.visit.value(node);
  if (!value) return undefined;
  if (isExpression(value) || value.kind !== 'function') {
    return context.refuse(node, {
      construct: 'This function of a method of arrays',
      reason: 'The function is inlined into a loop.',
      advice: 'Write an arrow function: `words.map((word) => word.length)`.',
    });
  }
  const { parameters } = value.node;
  const hasRest = parameters.some(({ dotDotDotToken }) => dotDotDotToken);
  const arity = hasRest ? Number.POSITIVE_INFINITY : parameters.length;
  return {
    arity,
    // An argument that no parameter takes would be evaluated in every step for its faults, which the method itself already raises.
    call: (values, call) => inlineCall(value, { values: values.slice(0, arity) }, call, context),
    visitOther,
  };
}
