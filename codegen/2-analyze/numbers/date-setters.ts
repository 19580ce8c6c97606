import { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { arithmetic, compare, conditional, literal, logical, toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import type { RowContext } from '../context/row-context.js';
import { inOrder, keepExpression } from '../effects/effects.js';
import { unsupported } from '../refusals/unsupported.js';
import { type DatePart, dateSetters } from '../syntax/date-setters.js';
import { describeValue } from '../values/described-values.js';
import { visitNumeric } from './dates.js';

const dayLength = literal(86_400_000);
/** The Gregorian calendar repeats itself after 400 years. */
const cycle = literal(146_097 * 86_400_000);

/**
 * Returns the time value of a date that a method changes. It is built of the functions that take a date apart and make one, in the order of
 * operations of ECMA-262, section 21.4.4.
 */
export function changedTime(
  given: Expression,
  node: ts.CallExpression,
  method: string,
  context: RowContext,
): Expression | undefined {
  const parts = dateSetters.get(method) ?? [];
  const most = method === 'setTime' ? 1 : parts.length;
  const isKnown = node.arguments.length > 0 && node.arguments.length <= most;
  if (!isKnown || node.arguments.some(ts.isSpreadElement)) return unsupported(node, context);
  const values = inOrder(
    node.arguments.map((argument) => () => numberGiven(argument, method, context)),
    context,
  );
  const [time, ...others] = values.filter((value) => value !== undefined);
  if (!time || others.length + 1 < values.length) return undefined;
  if (method === 'setTime') return call('TimeClip', time);
  const before = keepExpression(given, 'before', context);
  // An invalid date has no parts, except that a year makes it one of 1970.
  const start = parts[0] === 'year' ? keepExpression(orEpoch(before), 'start', context) : before;
  const set = new Map<DatePart, Expression>();
  for (const [index, value] of [time, ...others].entries()) {
    const part = parts[index];
    if (part) set.set(part, keepExpression(call('Math.trunc', value), part, context));
  }
  const day = call('Math.floor', arithmetic('/', start, dayLength));
  const parted = (part: DatePart) => set.get(part) ?? call(`Date.prototype.${getters[part]}`, start);
  return call(
    'TimeClip',
    parts.includes('milliseconds') ? onDay(day, parted) : onOtherDay(start, day, parts, parted, context),
  );
}

type Parts = (part: DatePart) => Expression;

/** Builds another time of a day, which counts from 1970. */
function onDay(day: Expression, part: Parts): Expression {
  const minutes = plus(times(part('hours'), literal(3_600_000)), times(part('minutes'), literal(60_000)));
  const time = plus(plus(minutes, times(part('seconds'), literal(1000))), part('milliseconds'));
  return plus(times(day, dayLength), time);
}

/** Builds the same time of another day. */
function onOtherDay(
  start: Expression,
  day: Expression,
  parts: readonly DatePart[],
  part: Parts,
  context: RowContext,
): Expression {
  const within = arithmetic('-', start, times(day, dayLength));
  if (parts.includes('month')) return plus(midnightOf(part, context), within);
  const beforeFirst = arithmetic('-', day, call('Date.prototype.getUTCDate', start));
  return plus(times(plus(beforeFirst, part('day')), dayLength), within);
}

const getters: Readonly<Record<DatePart, string>> = {
  year: 'getUTCFullYear',
  month: 'getUTCMonth',
  day: 'getUTCDate',
  hours: 'getUTCHours',
  minutes: 'getUTCMinutes',
  seconds: 'getUTCSeconds',
  milliseconds: 'getUTCMilliseconds',
};

function numberGiven(argument: ts.Expression, method: string, context: RowContext): Expression | undefined {
  const value = visitNumeric(argument, context);
  if (!value) return undefined;
  if (value.type.core.kind === 'number') return toNumber(value);
  return context.report(argument, (span) =>
    unsupportedOperation(span, {
      operation: `\`${method}\``,
      operands: describeValue(value.type),
      advice: 'Pass a number: `Number(x)`.',
    }),
  );
}

function orEpoch(time: Expression): Expression {
  return conditional(call('Number.isNaN', time), literal(0), time) ?? time;
}

/**
 * Builds the midnight of a day of the calendar. `Date.UTC` takes the years 0 to 99 for those of the twentieth century, so these are moved by
 * a cycle of the calendar: to the other side if that leaves the range of dates.
 */
function midnightOf(part: Parts, context: RowContext): Expression {
  const [year, month, day] = (['year', 'month', 'day'] as const).map((name) =>
    keepExpression(part(name), name, context),
  );
  if (!year || !month || !day) throw new RangeError('A date has a year, a month and a day');
  const at = (moved: Expression) => call('Date.UTC', moved, month, day);
  const years = literal(400);
  const later = keepExpression(arithmetic('-', at(plus(year, years)), cycle), 'midnight', context);
  const either = conditional(call('Number.isNaN', later), plus(at(arithmetic('-', year, years)), cycle), later);
  const isShort = logical('&&', compare('>=', year, literal(0)), compare('<=', year, literal(99)));
  return (isShort && either && conditional(isShort, either, at(year))) ?? at(year);
}

function plus(left: Expression, right: Expression): Expression {
  return arithmetic('+', left, right);
}

function times(left: Expression, right: Expression): Expression {
  return arithmetic('*', left, right);
}
