import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { toNumber, toText, truthy } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { byKind } from '../effects/variants.js';
import { inlineCall } from '../functions/functions.js';
import { asOperand } from '../heap/as-operand.js';
import { isExpression, type Value } from '../values/value.js';

/** The function that an array method calls for each element. */
export interface Callback {
  /** The number of parameters that the function declares; infinite with a rest parameter. */
  readonly arity: number;
  call(args: readonly Value[], node: ts.Node): Value | undefined;
  /** Visits another argument of the method, such as the start value of `reduce`. */
  visitOther(node: ts.Expression): Value | undefined;
}

type Conversion = (value: Expression, node: ts.Node, context: RowContext) => Expression | undefined;

/** Global functions that may be passed by name: `filter(Boolean)`, `map(String)`. */
const builtIn: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ['Boolean', truthy],
  ['Number', (value, node, context) => byKind(value, (one) => numberOf(one, node, context), context)],
  ['String', (value, node, context) => byKind(value, (one) => textOf(one, node, context), context)],
]);

function numberOf(value: Expression, node: ts.Node, context: RowContext): Expression | undefined {
  const operand = asOperand(value, node, context);
  return operand && toNumber(operand);
}

function textOf(value: Expression, node: ts.Node, context: RowContext): Expression | undefined {
  const operand = asOperand(value, node, context);
  return operand && toText(operand);
}

export function callbackOf(node: ts.Expression, context: RowContext): Callback | undefined {
  const visitOther = (other: ts.Expression) => context.visit.value(other);
  const name = unwrap(node);
  const known = ts.isIdentifier(name) && isAmbient(name, context.program.checker) && !context.names.bindingOf(name);
  const convert = known ? builtIn.get(name.text) : undefined;
  if (convert) {
    const call = ([value]: readonly Value[]) =>
      value && isExpression(value) ? convert(value, node, context) : undefined;
    return { arity: 1, call, visitOther };
  }
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
