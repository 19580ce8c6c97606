import { ts } from '../1-parse/ts.js';
import { unsupportedMethod, unsupportedOperation, unsupportedSyntax } from '../diagnostics/index.js';
import { literal, require, stringCall, toNumber, toText } from '../ir/build.js';
import type { Expression, StringOperation } from '../ir/expression.js';
import { describeType } from '../ir/type.js';
import { concatenate } from './concatenate.js';
import type { RowContext } from './row-context.js';
import { visitExpression } from './visitors/index.js';

/**
 * What a parameter makes of its argument: `text` is converted by ToString; `index` by ToIntegerOrInfinity, where
 * undefined is 0; for an `end`, undefined is the string's length instead.
 */
type Parameter = 'text' | 'index' | 'end';

interface Method {
  readonly operation: StringOperation;
  readonly parameters: readonly Parameter[];
}

/** ECMA-262, section 22.1.3: the methods of `String.prototype` that are compiled, but for `concat`. */
const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['at', { operation: 'at', parameters: ['index'] }],
  ['charAt', { operation: 'charAt', parameters: ['index'] }],
  ['slice', { operation: 'slice', parameters: ['index', 'end'] }],
  ['substring', { operation: 'substring', parameters: ['index', 'end'] }],
  ['indexOf', { operation: 'indexOf', parameters: ['text', 'index'] }],
  ['lastIndexOf', { operation: 'lastIndexOf', parameters: ['text', 'end'] }],
  ['includes', { operation: 'includes', parameters: ['text', 'index'] }],
  ['startsWith', { operation: 'startsWith', parameters: ['text', 'index'] }],
  ['endsWith', { operation: 'endsWith', parameters: ['text', 'end'] }],
  ['trim', { operation: 'trim', parameters: [] }],
  ['trimStart', { operation: 'trimStart', parameters: [] }],
  ['trimEnd', { operation: 'trimEnd', parameters: [] }],
  ['toUpperCase', { operation: 'toUpperCase', parameters: [] }],
  ['toLowerCase', { operation: 'toLowerCase', parameters: [] }],
]);

const known = [...methods.keys(), 'concat', 'length'].sort().join(', ');

/** A call of a method of a string. */
export function callStringMethod(
  receiver: Expression,
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): Expression | undefined {
  const args = visitArguments(node, context);
  if (!args) return undefined;
  if (name.text === 'concat') return concatenate([require(receiver), ...args], node, context);
  const method = methods.get(name.text);
  if (!method) return unknownMember(receiver, name, context);

  const converted: Expression[] = [];
  // JavaScript ignores what is passed beyond the parameters.
  for (const [index, parameter] of method.parameters.entries()) {
    const argument = args[index];
    if (!argument) break;
    const value = convertArgument(parameter, argument, node.arguments[index] ?? node, context);
    if (value === 'omitted') break;
    if (!value) return undefined;
    converted.push(value);
  }
  return stringCall(method.operation, receiver, ...withDefaults(method, converted));
}

function visitArguments(node: ts.CallExpression, context: RowContext): readonly Expression[] | undefined {
  const args = node.arguments.map((argument) =>
    ts.isSpreadElement(argument)
      ? context.report(argument, (span) =>
          unsupportedSyntax(span, {
            construct: 'A spread argument',
            reason: 'The number of arguments must be known when the transform is built.',
            advice: 'Pass the arguments one by one.',
          }),
        )
      : visitExpression(argument, context),
  );
  return args.every((argument) => argument !== undefined) ? args : undefined;
}

function convertArgument(
  parameter: Parameter,
  argument: Expression,
  node: ts.Node,
  context: RowContext,
): Expression | 'omitted' | undefined {
  if (parameter === 'text') return toText(argument);
  if (argument.kind === 'literal' && argument.value === undefined) return parameter === 'end' ? 'omitted' : literal(0);
  const { kind } = argument.type.core;
  const isNumber = kind !== 'string' && kind !== 'bigint' && !(parameter === 'end' && argument.type.mayBeUndefined);
  if (isNumber) return toNumber(argument);
  return context.report(node, (span) =>
    unsupportedOperation(span, {
      operator: 'index',
      left: describeType(argument.type),
      right: 'a string',
      advice: 'Pass a number; where it may be undefined, give the default with `??`.',
    }),
  );
}

/** A missing string to look for is the string 'undefined', and a missing index of `at` and `charAt` is 0. */
function withDefaults({ parameters }: Method, args: readonly Expression[]): readonly Expression[] {
  const [first] = parameters;
  if (args.length > 0 || first === undefined) return args;
  return [first === 'text' ? literal('undefined') : literal(0)];
}

/** Reports a property or method that is not compiled for values of this kind. */
export function unknownMember(receiver: Expression, name: ts.MemberName, context: RowContext): undefined {
  const { kind } = receiver.type.core;
  return context.report(name, (span) =>
    unsupportedMethod(span, {
      type: `A ${describeType(receiver.type)}`,
      method: name.text,
      known: kind === 'string' ? known : 'none for this type',
    }),
  );
}
