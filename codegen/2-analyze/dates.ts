import { isAmbient, unwrap } from '../1-parse/const-initializer.js';
import { ts } from '../1-parse/ts.js';
import { languageDependentMethod, unsupportedMethod, unsupportedOperation } from '../diagnostics/index.js';
import { toNumber } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { call } from '../ir/intrinsics/call.js';
import { findIntrinsic } from '../ir/intrinsics/index.js';
import { describeType } from '../ir/type.js';
import type { RowContext } from './row-context.js';
import { unsupported } from './unsupported.js';
import { visitExpression } from './visitors/index.js';

/** `new Date(…)`, where the name is the platform's own. */
export function isNewDate(node: ts.Expression, context: RowContext): node is ts.NewExpression {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'Date') return false;
  return !context.bindingOf(node.expression) && isAmbient(node.expression, context.program.checker);
}

/**
 * The time value of a date: milliseconds since 1970, NaN where it is invalid. Dates have no form of their own. Undefined where
 * the expression is no date.
 */
export function timeOf(node: ts.Expression, context: RowContext): Expression | 'reported' | undefined {
  const expression = unwrap(node);
  if (isNewDate(expression, context)) return visitNewDate(expression, context) ?? 'reported';
  const binding = ts.isIdentifier(expression) ? context.bindingOf(expression) : undefined;
  return binding?.kind === 'date' ? context.read(binding.id) : undefined;
}

function visitNewDate(node: ts.NewExpression, context: RowContext): Expression | undefined {
  const [argument, ...rest] = node.arguments ?? [];
  const refuse = (reason: string, advice: string) =>
    context.refuse(node, { construct: 'This form of `new Date`', reason, advice });
  if (!argument) {
    return refuse(
      'The same row must give the same result each time it is evaluated.',
      'Pass the time in a column: `new Date(milliseconds)`.',
    );
  }
  if (ts.isSpreadElement(argument)) return unsupported(argument, context);
  if (rest.length > 0) {
    return refuse('It means the local time of the machine.', 'Use UTC: `new Date(Date.UTC(year, month, day))`.');
  }
  const other = timeOf(argument, context);
  if (other) return other === 'reported' ? undefined : other;
  const value = visitExpression(argument, context);
  if (!value) return undefined;
  const { kind } = value.type.core;
  if (kind === 'string') {
    return refuse(
      'What text is a date differs between engines, and local time comes into it.',
      'Take it apart: `Date.UTC(Number(s.slice(0, 4)), Number(s.slice(5, 7)) - 1, Number(s.slice(8, 10)))`.',
    );
  }
  if (kind === 'bigint' || kind === 'array') {
    return context.report(argument, (span) =>
      unsupportedOperation(span, {
        operator: 'new Date',
        left: describeType(value.type),
        right: 'nothing',
        advice: 'Pass milliseconds since 1970 as a number: `Number(x)`.',
      }),
    );
  }
  return call('TimeClip', toNumber(value));
}

const getters = [
  'getUTCFullYear',
  'getUTCMonth',
  'getUTCDate',
  'getUTCDay',
  'getUTCHours',
  'getUTCMinutes',
  'getUTCSeconds',
  'getUTCMilliseconds',
];
const known = [...getters, 'getTime', 'toISOString', 'toJSON', 'valueOf'].join(', ');

/** A method of a date. What is passed to those that are compiled is ignored, as in JavaScript. */
export function callDateMethod(
  time: Expression,
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): Expression | undefined {
  if (node.arguments.length > 0) return unsupported(node, context);
  const method = name.text;
  if (method === 'getTime' || method === 'valueOf') return time;
  const intrinsic = `Date.prototype.${method}`;
  if (findIntrinsic(intrinsic)) return call(intrinsic, time);
  const inUtc = getters.find((getter) => getter === method.replace(/^get/, 'getUTC'));
  if (inUtc || method.startsWith('toLocale') || method === 'getTimezoneOffset') {
    return context.report(name, (span) =>
      languageDependentMethod(span, {
        method,
        reason: 'Its result depends on the time zone and the language of the machine.',
        advice: `Use ${inUtc ? `\`${inUtc}()\`` : 'the `getUTC…` methods or `toISOString()`'}, which are the same everywhere.`,
      }),
    );
  }
  return context.report(name, (span) => unsupportedMethod(span, { type: 'A Date', method, known }));
}

/** Reports a date that is used as a value. */
export function refuseDate(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'A `Date` here',
    reason: 'A date exists only as the `const` that it is given to, and where a method of it is called.',
    advice: 'Take its number: `date.getTime()`.',
  });
}
