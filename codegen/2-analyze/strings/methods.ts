import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { languageDependentMethod, startingWith, unsupportedOperation } from '../../diagnostics/index.js';
import { split } from '../../ir/arrays.js';
import { literal, require, stringCall, toNumber, toText } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import type { StringOperation } from '../../ir/operations/string-operations.js';
import { describeType } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { inOrder } from '../effects/effects.js';
import { lasting } from '../effects/stored-value.js';
import { isFunction } from '../functions/called-function.js';
import { asOperand } from '../heap/as-operand.js';
import { callWithPattern, takesPattern } from '../patterns/string-calls.js';
import { reportMember } from '../refusals/unknown-members.js';
import { describeValue } from '../values/described-values.js';
import type { Value } from '../values/value.js';
import { concatenate } from './concatenate.js';
import { replaceStrings } from './replace.js';
import { replaceByFunction } from './replace-callback.js';

/**
 * The conversion of an argument. `text` is converted by ToString, and `index` by ToIntegerOrInfinity with undefined as
 * 0. For an `end`, undefined is the string's length. A `filler` is text; undefined is a space.
 */
type Parameter = 'text' | 'index' | 'end' | 'filler';

interface Method {
  readonly operation: StringOperation;
  readonly parameters: readonly Parameter[];
}

/** The methods of `String.prototype` that are one operation: ECMA-262, sections 22.1.3 and B.2.2. */
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
  ['trimLeft', { operation: 'trimStart', parameters: [] }],
  ['trimRight', { operation: 'trimEnd', parameters: [] }],
  ['toUpperCase', { operation: 'toUpperCase', parameters: [] }],
  ['toLowerCase', { operation: 'toLowerCase', parameters: [] }],
  ['charCodeAt', { operation: 'charCodeAt', parameters: ['index'] }],
  ['codePointAt', { operation: 'codePointAt', parameters: ['index'] }],
  ['isWellFormed', { operation: 'isWellFormed', parameters: [] }],
  ['toWellFormed', { operation: 'toWellFormed', parameters: [] }],
  ['padStart', { operation: 'padStart', parameters: ['index', 'filler'] }],
  ['padEnd', { operation: 'padEnd', parameters: ['index', 'filler'] }],
  ['repeat', { operation: 'repeat', parameters: ['index'] }],
]);

/** Methods that are composed of other operations. */
const composed: ReadonlyMap<string, (receiver: Expression, args: readonly Expression[]) => Expression> = new Map([
  ['replace', (receiver: Expression, args: readonly Expression[]) => replaceStrings('first', receiver, args)],
  ['replaceAll', (receiver: Expression, args: readonly Expression[]) => replaceStrings('all', receiver, args)],
  ['toString', require],
  ['valueOf', require],
]);

/** Methods that depend on a language, or on tables that are not compiled, and what to write instead. */
const languageDependent: Readonly<Record<string, { readonly reason: string; readonly advice: string }>> = Object.assign(
  Object.create(null),
  {
    localeCompare: {
      reason: 'Its order is that of a language, and differs between machines and versions of Node.',
      advice: 'Compare with `<`, `>` and `===`, which go by UTF-16 units everywhere.',
    },
    toLocaleUpperCase: {
      reason: 'Its result depends on the language of the machine.',
      advice: 'Call `toUpperCase()`, which is the same everywhere.',
    },
    toLocaleLowerCase: {
      reason: 'Its result depends on the language of the machine.',
      advice: 'Call `toLowerCase()`, which is the same everywhere.',
    },
    normalize: {
      reason: "Unicode's tables of decompositions are not compiled.",
      advice:
        "Normalize the text before the call, or replace letters by a constant `Map` of them: `[...s].map((c) => plain.get(c) ?? c).join('')`.",
    },
  },
);

const known = [
  ...methods.keys(),
  ...composed.keys(),
  ...'concat length match matchAll search split substr'.split(' '),
].sort();

/** Compiles a method of a string. */
export function callStringMethod(
  receiver: Expression,
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): Value | undefined {
  if (takesPattern(node, name.text, context)) return callWithPattern(receiver, node, name.text, context);
  const replacer = node.arguments[1];
  if ((name.text === 'replace' || name.text === 'replaceAll') && replacer && isFunction(replacer, context)) {
    const [first] = node.arguments;
    const pattern = first && context.visit.expression(first);
    const occurrences = name.text === 'replace' ? 'first' : 'all';
    return pattern && replaceByFunction(occurrences, receiver, pattern, node, context);
  }
  // Their options are objects, which visiting would report as well.
  if (languageDependent[name.text]) return unknownMember(receiver, name, context);
  const args = visitArguments(node, context);
  if (!args) return undefined;
  if (name.text === 'concat') return concatenate([require(receiver), ...args], node, context);
  const compose = composed.get(name.text);
  if (compose) return compose(receiver, args);
  if (name.text === 'split') return callSplit(receiver, args, node, context);
  if (name.text === 'substr') return callSubstr(receiver, args, node, context);
  const method = methods.get(name.text);
  if (!method) return unknownMember(receiver, name, context);
  const converted = convertArguments(method.parameters, args, node, context);
  return converted && stringCall(method.operation, receiver, ...withDefaults(method, converted));
}

/** ECMA-262, B.2.2.1: a negative `start` counts from the end, and `length` counts from `start`. */
function callSubstr(
  receiver: Expression,
  args: readonly Expression[],
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const converted = convertArguments(['index', 'end'], args, node, context);
  if (!converted) return undefined;
  const [start = literal(0), length] = converted;
  const rest = stringCall('slice', receiver, start);
  // Unlike `slice`, `substring` takes a negative length as 0.
  return length ? stringCall('substring', rest, literal(0), length) : rest;
}

/** Compiles `split` with a string separator, or with none. */
function callSplit(
  receiver: Expression,
  [separator, limit]: readonly Expression[],
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const isMissing = (argument: Expression | undefined) =>
    !argument || (argument.kind === 'literal' && argument.value === undefined);
  const refused = [separator, limit].find((argument) => !isMissing(argument) && argument?.type.mayBeUndefined);
  const isText = limit?.type.core.kind === 'string' || limit?.type.core.kind === 'bigint';
  if (refused || (limit && isText)) {
    return context.report(node, (span) =>
      unsupportedOperation(span, {
        operation: '`split`',
        operands: `a separator or a limit that is ${describeValue((refused ?? limit ?? receiver).type)}`,
        advice: 'Pass a separator and a number; where one may be undefined, give the default with `??`.',
      }),
    );
  }
  // ToUint32 has the same bits as ToInt32.
  const most = limit && !isMissing(limit) ? call('ToInt32', toNumber(limit)) : undefined;
  return split(
    lasting(require(receiver), context),
    separator && !isMissing(separator) ? toText(separator) : undefined,
    most,
  );
}

function convertArguments(
  parameters: readonly Parameter[],
  args: readonly Expression[],
  node: ts.CallExpression,
  context: RowContext,
): readonly Expression[] | undefined {
  const converted: Expression[] = [];
  // JavaScript ignores arguments beyond the parameters.
  for (const [index, parameter] of parameters.entries()) {
    const argument = args[index];
    if (!argument) break;
    const value = convertArgument(parameter, argument, node, index, context);
    if (value === 'omitted') break;
    if (!value) return undefined;
    converted.push(value);
  }
  return converted;
}

export function visitArguments(node: ts.CallExpression, context: RowContext): readonly Expression[] | undefined {
  const visits = node.arguments.map(
    (argument) => () =>
      ts.isSpreadElement(argument)
        ? context.refuse(argument, {
            construct: 'A spread argument',
            reason: 'The number of arguments must be known when the transform is built.',
            advice: 'Pass the arguments one by one.',
          })
        : context.visit.expression(argument),
  );
  const args = inOrder<Expression>(visits, context);
  return args.every((argument) => argument !== undefined) ? args : undefined;
}

function convertArgument(
  parameter: Parameter,
  given: Expression,
  call: ts.CallExpression,
  index: number,
  context: RowContext,
): Expression | 'omitted' | undefined {
  const argument = asOperand(given, call.arguments[index] ?? call, context);
  if (!argument) return undefined;
  if (parameter === 'text' && argument.type.core.kind !== 'array') return toText(argument);
  if (argument.kind === 'literal' && argument.value === undefined)
    return parameter === 'index' ? literal(0) : 'omitted';
  const { kind } = argument.type.core;
  if (parameter === 'filler' && !argument.type.mayBeUndefined) return toText(argument);
  const isNumber =
    kind !== 'string' &&
    kind !== 'bigint' &&
    kind !== 'array' &&
    !(parameter !== 'index' && argument.type.mayBeUndefined);
  if (isNumber) return toNumber(argument);
  const callee = unwrap(call.expression);
  const method = ts.isPropertyAccessExpression(callee) ? callee.name.text : 'slice';
  return context.report(call.arguments[index] ?? call, (span) =>
    unsupportedOperation(span, {
      operation: `\`${method}\``,
      operands: `${describeValue(argument.type)} as a ${parameter === 'filler' ? 'filler' : 'place or a length'}`,
      advice:
        parameter === 'filler'
          ? 'Where the filler may be undefined, give the default with `??`.'
          : 'Pass a number; where it may be undefined, give the default with `??`.',
    }),
  );
}

/** Adds the defaults: a missing search string is the string 'undefined', a missing filler a space, and a missing index 0. */
function withDefaults({ parameters }: Method, args: readonly Expression[]): readonly Expression[] {
  const [first, second] = parameters;
  if (second === 'filler') return [args[0] ?? literal(0), args[1] ?? literal(' ')];
  if (args.length > 0 || first === undefined) return args;
  return [first === 'text' ? literal('undefined') : literal(0)];
}

/** Reports a property or method that is not compiled for values of this kind. */
export function unknownMember(receiver: Expression, name: ts.MemberName, context: RowContext): undefined {
  const { kind } = receiver.type.core;
  const refusal = kind === 'string' ? languageDependent[name.text] : undefined;
  if (refusal) return context.report(name, (span) => languageDependentMethod(span, { method: name.text, ...refusal }));
  const type = startingWith(describeType(receiver.type));
  return reportMember({ type, known: kind === 'string' ? known : [] }, name.text, name, context);
}
