import { isAmbient } from '../1-parse/const-initializer.js';
import { ts } from '../1-parse/ts.js';
import { unsupportedMethod, unsupportedOperation } from '../diagnostics/index.js';
import { codeString, literal, toNumber } from '../ir/build.js';
import type { CodeString, Expression } from '../ir/expression.js';
import { describeType } from '../ir/type.js';
import type { RowContext } from './row-context.js';
import { unsupported } from './unsupported.js';
import { visitExpression } from './visitors/index.js';

/** More codes than that are kept in registers nowhere. */
const mostCodes = 32;

/** Whether an expression is the platform's own `String`. */
export function isStringGlobal(node: ts.Expression, context: RowContext): boolean {
  return (
    ts.isIdentifier(node) &&
    node.text === 'String' &&
    !context.bindingOf(node) &&
    isAmbient(node, context.program.checker)
  );
}

/** `String.fromCharCode(…)`, `String.fromCodePoint(…)`. */
export function callStringStatic(
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): Expression | undefined {
  const of = name.text === 'fromCharCode' ? 'units' : name.text === 'fromCodePoint' ? 'code points' : undefined;
  if (!of) {
    return context.report(name, (span) =>
      unsupportedMethod(span, {
        type: '`String`',
        method: name.text,
        known: 'fromCharCode, fromCodePoint, and raw before a template',
      }),
    );
  }
  if (node.arguments.length > mostCodes) return unsupported(node, context);
  const codes = node.arguments.map((argument) =>
    ts.isSpreadElement(argument) ? unsupported(argument, context) : codeOf(argument, context),
  );
  if (!codes.every((code) => code !== undefined)) return undefined;
  return constantString(of, codes) ?? codeString(of, codes);
}

function codeOf(argument: ts.Expression, context: RowContext): Expression | undefined {
  const value = visitExpression(argument, context);
  if (!value) return undefined;
  const { kind } = value.type.core;
  if (kind !== 'string' && kind !== 'bigint') return toNumber(value);
  return context.report(argument, (span) =>
    unsupportedOperation(span, {
      operator: 'code',
      left: describeType(value.type),
      right: 'nothing',
      advice: 'Pass numbers: convert with `Number(x)`.',
    }),
  );
}

/** Codes that are all known; undefined where one is not, or is no code point and fails the row. */
function constantString(of: CodeString['of'], codes: readonly Expression[]): Expression | undefined {
  const numbers = codes.flatMap((code) => (code.kind === 'literal' ? [Number(code.value)] : []));
  if (numbers.length < codes.length) return undefined;
  if (of === 'units') return literal(String.fromCharCode(...numbers));
  const isCodePoint = (n: number) => Number.isInteger(n) && n >= 0 && n <= 0x10ffff;
  return numbers.every(isCodePoint) ? literal(String.fromCodePoint(...numbers)) : undefined;
}
