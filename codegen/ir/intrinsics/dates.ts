import { int32Interval } from '../interval.js';
import { doubleType, intType, orNull, stringType } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

/** `-271821-04-20T00:00:00.000Z` */
const longestDate = 27;

/** Functions of dates (ECMA-262, section 21.4). A date is its time value: milliseconds since 1970, or NaN if it is invalid. */
export const dates: readonly Intrinsic[] = [
  {
    name: 'Date.UTC',
    parameters: ['number', 'number', 'number', 'number', 'number', 'number', 'number'],
    required: 1,
    typeOf: () => doubleType,
    cpp: 'date_utc',
    header: 'date/date.hpp',
    evaluate: (args) => Date.UTC(...(args.map(Number) as [number])),
  },
  {
    // The time value of `new Date(value)`.
    name: 'TimeClip',
    parameters: ['number'],
    typeOf: () => doubleType,
    cpp: 'time_clip',
    header: 'date/date.hpp',
    evaluate: ([value]) => new Date(Number(value)).getTime(),
  },
  {
    // The number of a day, from the milliseconds of a whole day within 2^31 days.
    name: 'Date32 days',
    parameters: ['number'],
    typeOf: () => intType,
    cpp: 'whole_days',
    header: 'date/date.hpp',
    range: () => int32Interval,
  },
  field('getUTCFullYear', 'utc_full_year', (date) => date.getUTCFullYear()),
  field('getUTCMonth', 'utc_month', (date) => date.getUTCMonth()),
  field('getUTCDate', 'utc_date', (date) => date.getUTCDate()),
  field('getUTCDay', 'utc_day', (date) => date.getUTCDay()),
  field('getUTCHours', 'utc_hours', (date) => date.getUTCHours()),
  field('getUTCMinutes', 'utc_minutes', (date) => date.getUTCMinutes()),
  field('getUTCSeconds', 'utc_seconds', (date) => date.getUTCSeconds()),
  field('getUTCMilliseconds', 'utc_milliseconds', (date) => date.getUTCMilliseconds()),
  {
    name: 'Date.prototype.toISOString',
    parameters: ['number'],
    typeOf: () => stringType(),
    cpp: 'to_iso_string',
    header: 'date/date.hpp',
    services: ['out', 'sized text'],
    longestText: () => longestDate,
    bufferSize: () => longestDate,
  },
  {
    name: 'Date.prototype.toJSON',
    parameters: ['number'],
    typeOf: () => orNull(stringType()),
    cpp: 'date_to_json',
    header: 'date/date.hpp',
    services: ['sized text'],
    longestText: () => longestDate,
    bufferSize: () => longestDate,
  },
];

function field(method: string, cpp: string, evaluate: (date: Date) => number): Intrinsic {
  return {
    name: `Date.prototype.${method}`,
    parameters: ['number'],
    typeOf: () => doubleType,
    cpp,
    header: 'date/date.hpp',
    evaluate: ([time]) => evaluate(new Date(Number(time))),
  };
}
