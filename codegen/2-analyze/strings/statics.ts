import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { codeString, concat, flatten, literal, onePiece, read, toNumber } from '../../ir/build.js';
import type { CodeString, Expression } from '../../ir/expression.js';
import { stringType } from '../../ir/type.js';
import { walk } from '../arrays/walk.js';
import type { RowContext } from '../context/row-context.js';
import { visitArguments } from '../functions/functions.js';
import { asOperand } from '../heap/as-operand.js';
import { reportMember } from '../refusals/unknown-members.js';
import { unsupported, unsupportedValue } from '../refusals/unsupported.js';
import { describeValue } from '../values/described-values.js';
import { isExpression, type Value } from '../values/value.js';

/** The most codes of a call. No target keeps more in registers. */
const mostCodes = 32;

/** True if an expression is the global `String`. */
export function isStringGlobal(node: ts.Expression, context: RowContext): boolean {
  return (
    ts.isIdentifier(node) &&
    node.text === 'String' &&
    !context.names.bindingOf(node) &&
    isAmbient(node, context.program.checker)
  );
}

/** Returns the name of the function of `String` that is called. Undefined for any other call. */
export function stringStaticCalled(node: ts.CallExpression, context: RowContext): ts.MemberName | undefined {
  const callee = unwrap(node.expression);
  return ts.isPropertyAccessExpression(callee) && isStringGlobal(callee.expression, context) ? callee.name : undefined;
}

/** Compiles `String.fromCharCode(…)` and `String.fromCodePoint(…)`. */
export function callStringStatic(
  name: ts.MemberName,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const of = name.text === 'fromCharCode' ? 'units' : name.text === 'fromCodePoint' ? 'code points' : undefined;
  if (!of) {
    return reportMember(
      { type: '`String`', known: ['fromCharCode', 'fromCodePoint', 'raw'] },
      name.text,
      name,
      context,
    );
  }
  const args = visitArguments(node, context);
  if (!args) return undefined;
  if (args.values.length > mostCodes) return unsupported(node, context);
  const codes = args.values.map((value) => codeOf(value, node, context));
  if (!codes.every((code) => code !== undefined)) return undefined;
  const first = codes.length === 0 ? literal('') : (constantString(of, codes) ?? codeString(of, codes));
  return args.tail ? stringOfAll(first, of, args.tail, node, context) : first;
}

/** Appends the codes in an array to the string of the codes before it, in a loop. */
function stringOfAll(
  first: Expression,
  of: CodeString['of'],
  codes: Expression,
  node: ts.CallExpression,
  context: RowContext,
): Expression {
  const { line } = context.effects;
  const text = context.variables.temporary('text', stringType(), true);
  context.effects.push({ kind: 'declare', variable: text, value: onePiece(first), line });
  const add = (element: Expression) => {
    const code = codeOf(element, node, context);
    if (!code) return undefined;
    const value = flatten(concat([read(text, stringType()), codeString(of, [code])]));
    context.effects.push({ kind: 'assign', variable: text, value, line });
    return undefined;
  };
  context.effects.push(...walk({ source: codes, counts: false }, add, node, context));
  return read(text, stringType());
}

function codeOf(given: Value, argument: ts.Node, context: RowContext): Expression | undefined {
  if (!isExpression(given)) return unsupportedValue(given, argument, context);
  const value = asOperand(given, argument, context);
  if (!value) return undefined;
  const { kind } = value.type.core;
  if (kind !== 'string' && kind !== 'bigint' && kind !== 'array') return toNumber(value);
  return context.report(argument, (span) =>
    unsupportedOperation(span, {
      operation: 'A string of codes',
      operands: describeValue(value.type),
      advice: 'Pass numbers: convert with `Number(x)`.',
    }),
  );
}

/** Returns the string of constant codes. Returns undefined if one is not constant, or is no code point and fails the row. */
function constantString(of: CodeString['of'], codes: readonly Expression[]): Expression | undefined {
  const numbers = codes.flatMap((code) => (code.kind === 'literal' ? [Number(code.value)] : []));
  if (numbers.length < codes.length) return undefined;
  if (of === 'units') return literal(String.fromCharCode(...numbers));
  const isCodePoint = (n: number) => Number.isInteger(n) && n >= 0 && n <= 0x10ffff;
  return numbers.every(isCodePoint) ? literal(String.fromCodePoint(...numbers)) : undefined;
}
