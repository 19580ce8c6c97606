import type { ColumnTypeName } from '../../../schema/column-types.js';

/** The JSON form of a column's values. */
export interface JsonForm {
  /** The object of the sentence `Write …` in a message. */
  readonly wanted: string;
  /** Converts a JSON value to the value that Arrow stores; undefined if the value does not have this form. */
  readonly read: (value: unknown) => Stored | undefined;
}

export type Stored = boolean | number | bigint | Uint8Array;

const encoder = new TextEncoder();

const text: JsonForm = {
  wanted: 'a string',
  read: (value) => (typeof value === 'string' ? encoder.encode(value) : undefined),
};

const bytes: JsonForm = {
  wanted: 'a string of base64',
  read: (value) => (typeof value === 'string' && isBase64(value) ? Buffer.from(value, 'base64') : undefined),
};

function isBase64(value: string): boolean {
  return value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}

const bool: JsonForm = {
  wanted: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

function integer(bits: number, isSigned: boolean): JsonForm {
  const most = 2 ** (isSigned ? bits - 1 : bits) - 1;
  const least = isSigned ? -most - 1 : 0;
  return {
    wanted: `an integer from ${least} to ${most}`,
    read: (value) =>
      Number.isInteger(value) && isWithin(value as number, least, most) ? (value as number) : undefined,
  };
}

function isWithin(value: number | bigint, least: number | bigint, most: number | bigint): boolean {
  return value >= least && value <= most;
}

const digits = ' (past 2^53 as a string of digits)';

function bigInteger(isSigned: boolean, what = 'an integer'): JsonForm {
  const [least, most] = isSigned ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
  return {
    wanted: `${what} from ${least} to ${most}${digits}`,
    read: (value) => {
      const exact = exactInteger(value);
      return exact !== undefined && isWithin(exact, least, most) ? exact : undefined;
    },
  };
}

/** Rejects numbers past 2^53, which JSON.parse may have rounded. */
function exactInteger(value: unknown): bigint | undefined {
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return BigInt(value);
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}

const namedNumbers = new Map<unknown, number>([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

const float: JsonForm = {
  wanted: 'a number, "NaN", "Infinity" or "-Infinity"',
  read: (value) => (typeof value === 'number' ? value : namedNumbers.get(value)),
};

const day = 86_400_000n;

const date: JsonForm = {
  wanted: 'a date such as "2026-11-21", or the milliseconds since 1970 at its beginning',
  read: (value) => {
    const nanoseconds = typeof value === 'string' ? nanosecondsOf(value) : undefined;
    const milliseconds = typeof value === 'number' ? exactInteger(value) : exactQuotient(nanoseconds, 1_000_000n);
    const days = exactQuotient(milliseconds, day);
    return days !== undefined && isWithin(days, -(2n ** 31n), 2n ** 31n - 1n) ? Number(days) : undefined;
  },
};

/** Timestamps in seconds and milliseconds, which are numbers of milliseconds, as in row functions. */
function milliseconds(perUnit: bigint, units: string): JsonForm {
  return {
    wanted: `a time of whole ${units} such as "2026-11-21T09:30:00Z", or its milliseconds since 1970`,
    read: (value) => {
      const nanoseconds = typeof value === 'string' ? nanosecondsOf(value) : undefined;
      const given = typeof value === 'number' ? exactInteger(value) : exactQuotient(nanoseconds, 1_000_000n);
      return exactQuotient(given, perUnit);
    },
  };
}

/** Timestamps in microseconds and nanoseconds, which are integers in the column's unit, as in row functions. */
function fineTime(perUnit: bigint, units: string): JsonForm {
  const integers = bigInteger(true);
  return {
    wanted: `a time of whole ${units} such as "2026-11-21T09:30:00.25Z", or its ${units} since 1970${digits}`,
    read: (value) => {
      const nanoseconds = typeof value === 'string' ? nanosecondsOf(value) : undefined;
      const stored = exactQuotient(nanoseconds, perUnit);
      return integers.read(stored === undefined ? value : String(stored));
    },
  };
}

function exactQuotient(value: bigint | undefined, divisor: bigint): bigint | undefined {
  return value !== undefined && value % divisor === 0n ? value / divisor : undefined;
}

const isoTime = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** Parses an ISO 8601 date or time to nanoseconds since 1970. A time without an offset is in UTC. */
function nanosecondsOf(value: string): bigint | undefined {
  const match = isoTime.exec(value);
  if (match === null) return undefined;
  const [, year, month, dayOfMonth, hour = '00', minute = '00', second = '00', fraction = '', offset = 'Z'] = match;
  const plain = `${year}-${month}-${dayOfMonth}T${hour}:${minute}:${second}.000Z`;
  const moment = new Date(plain);
  // V8 takes February 30 as March 1 or 2, and hour 24 as the next day.
  if (Number.isNaN(moment.getTime()) || moment.toISOString() !== plain) return undefined;
  const minutes = offsetMinutes(offset);
  if (minutes === undefined) return undefined;
  return BigInt(moment.getTime() - minutes * 60_000) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

function offsetMinutes(offset: string): number | undefined {
  if (offset === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', ''))];
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (60 * hours + minutes);
}

const forms: Readonly<Record<Exclude<ColumnTypeName, 'list'>, JsonForm>> = {
  bool,
  int8: integer(8, true),
  int16: integer(16, true),
  int32: integer(32, true),
  int64: bigInteger(true),
  uint8: integer(8, false),
  uint16: integer(16, false),
  uint32: integer(32, false),
  uint64: bigInteger(false),
  float32: float,
  float64: float,
  utf8: text,
  largeUtf8: text,
  dictionary: text,
  binary: bytes,
  largeBinary: bytes,
  date32: date,
  'timestamp[s]': milliseconds(1000n, 'seconds'),
  'timestamp[ms]': milliseconds(1n, 'milliseconds'),
  'timestamp[us]': fineTime(1000n, 'microseconds'),
  'timestamp[ns]': fineTime(1n, 'nanoseconds'),
};

/** Returns the JSON form of any type but a list. */
export function jsonForm(type: ColumnTypeName): JsonForm {
  if (type === 'list') throw new RangeError('Lists are arrays');
  return forms[type];
}
