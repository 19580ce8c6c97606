import { ts } from '../../1-parse/syntax/ts.js';
import { excerpt, unsupportedOperation } from '../../diagnostics/index.js';
import { toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import type { RowContext } from '../context/row-context.js';
import { asOperand } from '../heap/as-operand.js';
import { unsupported, unsupportedValue } from '../refusals/unsupported.js';
import { describeValue } from '../values/described-values.js';
import { type DateValue, isExpression } from '../values/value.js';

/** Compiles `new Date(milliseconds)`. */
export function visitNewDate(node: ts.NewExpression, context: RowContext): DateValue | undefined {
  const time = timeOfNew(node, context);
  return time && { kind: 'date', time };
}

/** Visits an expression where a number is expected. A date gives its time value. */
export function visitNumeric(node: ts.Expression, context: RowContext): Expression | undefined {
  const value = context.visit.value(node);
  if (!value) return undefined;
  if (isExpression(value)) return asOperand(value, node, context);
  return value.kind === 'date' ? value.time : unsupportedValue(value, node, context);
}

function timeOfNew(node: ts.NewExpression, context: RowContext): Expression | undefined {
  const [argument, ...rest] = node.arguments ?? [];
  const refuse = (reason: string, advice: string) =>
    context.refuse(node, { construct: `\`${excerpt(node.getText(), 40)}\``, reason, advice });
  if (!argument) {
    return refuse(
      'The same row must give the same result each time it is evaluated.',
      "Declare the time as a param, `params: { now: timestamp('ms') }`, and make the date of it: `new Date(params.now)`.",
    );
  }
  if (ts.isSpreadElement(argument)) return unsupported(argument, context);
  if (rest.length > 0) {
    return refuse('It means the local time of the machine.', 'Use UTC: `new Date(Date.UTC(year, month, day))`.');
  }
  const value = visitNumeric(argument, context);
  if (!value) return undefined;
  const { kind } = value.type.core;
  if (kind === 'string') {
    return refuse(
      'Engines parse dates differently, and some forms depend on the local time zone.',
      'Take it apart: `Date.UTC(Number(s.slice(0, 4)), Number(s.slice(5, 7)) - 1, Number(s.slice(8, 10)))`.',
    );
  }
  if (kind === 'bigint' || kind === 'array') {
    return context.report(argument, (span) =>
      unsupportedOperation(span, {
        operation: '`new Date`',
        operands: describeValue(value.type),
        advice: 'Pass milliseconds since 1970 as a number: `Number(x)`.',
      }),
    );
  }
  return call('TimeClip', toNumber(value));
}
