import { ts } from '../../1-parse/syntax/ts.js';
import {
  languageDependentMethod,
  outOfRangeArgument,
  startingWith,
  unsupportedOperation,
} from '../../diagnostics/index.js';
import { literal, require, toNumber, toText } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { describeType } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { reportMember } from '../refusals/unknown-members.js';
import { unsupported } from '../refusals/unsupported.js';
import { describeValue } from '../values/described-values.js';

/** A method that prints a number with a number of digits, or in a radix. */
interface Printer {
  /** The range of the digits or the radix; JavaScript throws a RangeError outside. */
  readonly least: number;
  readonly most: number;
  /** Returns the result without an argument, or with undefined. */
  withoutDigits(receiver: Expression): Expression;
}

/** ECMA-262, sections 21.1.3 and 21.2.3. */
const printers: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ['toString', { least: 2, most: 36, withoutDigits: toText }],
  ['toFixed', { least: 0, most: 100, withoutDigits: (x) => call('Number.prototype.toFixed', x, literal(0)) }],
  ['toExponential', { least: 0, most: 100, withoutDigits: (x) => call('Number.prototype.toExponential()', x) }],
  ['toPrecision', { least: 1, most: 100, withoutDigits: toText }],
]);

/** Compiles a method of a number, a bigint or a boolean. */
export function callNumberMethod(
  receiver: Expression,
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): Expression | undefined {
  const { kind } = receiver.type.core;
  // Its options are an object, which visiting would report as well.
  if (name.text === 'toLocaleString') return unknownMethod(receiver, name, context);
  const args: Expression[] = [];
  for (const argument of node.arguments) {
    const value = ts.isSpreadElement(argument) ? unsupported(argument, context) : context.visit.expression(argument);
    if (!value) return undefined;
    args.push(value);
  }
  if (name.text === 'valueOf') return require(receiver);
  if (name.text === 'toString' && kind === 'boolean') return toText(require(receiver));
  const printer = kind === 'number' || name.text === 'toString' ? printers.get(name.text) : undefined;
  if (!printer || kind === 'boolean') return unknownMethod(receiver, name, context);
  const [digits] = args;
  if (!digits || (digits.kind === 'literal' && digits.value === undefined)) {
    return printer.withoutDigits(require(receiver));
  }
  const number = checkDigits(printer, digits, name, node.arguments[0] ?? node, context);
  if (!number) return undefined;
  const isDecimal = name.text === 'toString' && number.kind === 'literal' && number.value === 10;
  return isDecimal ? toText(require(receiver)) : call(`Number.prototype.${name.text}`, require(receiver), number);
}

function checkDigits(
  { least, most }: Printer,
  digits: Expression,
  { text }: ts.MemberName,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const { core, mayBeUndefined } = digits.type;
  const refuse = (advice: string) =>
    context.report(node, (span) =>
      unsupportedOperation(span, {
        operation: `\`${text}\``,
        operands: `${describeValue(digits.type)} as its argument`,
        advice,
      }),
    );
  if (core.kind === 'bigint') return refuse('JavaScript throws here: pass a number.');
  // For toFixed undefined is 0, because ToIntegerOrInfinity turns NaN into 0.
  if (mayBeUndefined && text !== 'toFixed') return refuse('Pass a number; give the default with `??`.');
  const number = toNumber(digits);
  if (number.kind !== 'literal') return number;
  const value = Math.trunc(Number(number.value)) || 0;
  if (value >= least && value <= most) return literal(value);
  return context.report(node, (span) =>
    outOfRangeArgument(span, { function: `\`${text}\``, argument: String(number.value), range: `${least} to ${most}` }),
  );
}

function unknownMethod(receiver: Expression, name: ts.MemberName, context: RowContext): undefined {
  if (name.text === 'toLocaleString') {
    return context.report(name, (span) =>
      languageDependentMethod(span, {
        method: name.text,
        reason: 'Its result depends on the language of the machine.',
        advice: 'Call `toFixed(2)` or `toString()`, which are the same everywhere.',
      }),
    );
  }
  const known = receiver.type.core.kind === 'number' ? [...printers.keys(), 'valueOf'].sort() : ['toString', 'valueOf'];
  return reportMember({ type: startingWith(describeType(receiver.type)), known }, name.text, name, context);
}
