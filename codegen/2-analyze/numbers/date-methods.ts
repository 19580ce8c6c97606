import type { ts } from '../../1-parse/syntax/ts.js';
import { languageDependentMethod } from '../../diagnostics/index.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { findIntrinsic } from '../../ir/intrinsics/index.js';
import type { RowContext } from '../context/row-context.js';
import { assignTarget, targetOf } from '../objects/targets.js';
import { reportMember } from '../refusals/unknown-members.js';
import { unsupported } from '../refusals/unsupported.js';
import { variableName } from '../syntax/array-variables.js';
import { dateChangedBy, dateSetters } from '../syntax/date-setters.js';
import { isExpression } from '../values/value.js';
import { changedTime } from './date-setters.js';
import { ownsItsDates } from './own-dates.js';

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
const known = [...getters, 'getTime', 'toISOString', 'toJSON', 'valueOf', 'setTime', ...dateSetters.keys()];

/** Returns the method in UTC of one in the time of the machine: `getUTCDay` of `getDay`. */
function inUtcOf(method: string): string | undefined {
  const name = method.replace(/^[gs]et(?!UTC)/, '$&UTC');
  return [...getters, ...dateSetters.keys()].find((known) => known === name);
}

/** Compiles a method of a date. */
export function callDateMethod(
  time: Expression,
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): Expression | undefined {
  const method = name.text;
  if (method === 'setTime' || dateSetters.has(method)) return callDateSetter(time, node, name, context);
  const inUtc = inUtcOf(method);
  if (inUtc !== method && (inUtc || method.startsWith('toLocale') || method === 'getTimezoneOffset')) {
    return context.report(name, (span) =>
      languageDependentMethod(span, {
        method,
        reason: 'Its result depends on the time zone and the language of the machine.',
        advice: `Use ${inUtc ? `\`${inUtc}()\`, which is` : 'the `getUTC…` methods or `toISOString()`, which are'} the same everywhere.`,
      }),
    );
  }
  if (node.arguments.length > 0) return unsupported(node, context);
  if (method === 'getTime' || method === 'valueOf') return time;
  const intrinsic = `Date.prototype.${method}`;
  if (findIntrinsic(intrinsic)) return call(intrinsic, time);
  return reportMember({ type: 'A Date', known }, method, name, context);
}

/** Compiles a method that changes a date. The variable of the date gets another time. */
function callDateSetter(
  given: Expression,
  node: ts.CallExpression,
  name: ts.MemberName,
  context: RowContext,
): Expression | undefined {
  const date = dateChangedBy(node);
  const variable = date && variableName(date, context.program.checker);
  if (!date || !variable || !ownsItsDates(variable, context)) {
    return context.refuse(name, {
      construct: `\`${name.text}\` of a date that may have another name`,
      reason: 'Dates are numbers in native code: another name would keep the time of before.',
      advice:
        'Make a date for a variable of its own, and copies where you give it away: `const due = new Date(date);`.',
    });
  }
  const time = changedTime(given, node, name.text, context);
  const target = time && targetOf(date, context);
  if (!target) return undefined;
  const assigned = assignTarget(target, { kind: 'date', time }, node, context);
  return assigned && !isExpression(assigned) && assigned.kind === 'date' ? assigned.time : undefined;
}
