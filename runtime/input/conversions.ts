import { type ColumnTypeName, isTextType } from '../../schema/column-types.js';
import type { DeclaredType } from '../../schema/columns.js';

/** The kinds of values that Arrow JS returns for a column. Dates and times are numbers of milliseconds. */
export type ValueKind =
  | 'null'
  | 'boolean'
  | 'integer'
  | 'integer of 64 bits'
  | 'float'
  | 'float of 32 bits'
  | 'text'
  | 'time';

/** Code that turns a column into a plain array, whose elements the call then checks. */
export interface Conversion {
  readonly code: string;
  /** The end of a sentence about values that change or fail; empty if there are none. */
  readonly note: string;
}

/** The properties of a column of times. */
interface GivenTimes {
  /** True if they have a time zone, so that they are moments in UTC. */
  readonly isZoned: boolean;
  /** Their unit in milliseconds; less than one for microseconds and nanoseconds. */
  readonly unit: number;
}

const dayMilliseconds = 86_400_000;

/**
 * Returns the code that converts the values of a column to a declared type. Values that do not fit become errors of the call.
 *
 * @param times only for columns of times
 */
export function conversionOf(kind: ValueKind, to: DeclaredType, times?: GivenTimes): Conversion {
  const { type } = to;
  if (isTextType(type)) return kind === 'time' ? each('new Date(Number(v)).toISOString()') : each('String(v)');
  if (type === 'bool')
    return each('Boolean(v)', ', which is false for 0, NaN and empty text, and true for everything else');
  if (type === 'float32' || type === 'float64') return toFloat(kind, type);
  if (type === 'date32') return toTime(kind, dayMilliseconds, 'days', to, times);
  if (type === 'timestamp[s]') return toTime(kind, 1000, 'seconds', to, times);
  if (type === 'timestamp[ms]') return toTime(kind, 1, 'milliseconds', to, times);
  return toInteger(kind, type);
}

function toInteger(kind: ValueKind, type: ColumnTypeName): Conversion {
  const isBig = type === 'int64' || type === 'uint64';
  if (isBig) {
    const note =
      kind === 'float' || kind === 'float of 32 bits'
        ? ', which throws for a fraction: round before, `BigInt(Math.round(v))`'
        : '';
    return each('BigInt(v)', kind === 'text' ? ', which throws for text that is not an integer' : note);
  }
  if (kind === 'float' || kind === 'float of 32 bits')
    return {
      code: 'Array.from(column)',
      note: ', in which a fraction is an error: `Math.round(v)` rounds it, `Math.trunc(v)` cuts it off',
    };
  const note =
    kind === 'text'
      ? ', in which text that is not an integer is an error'
      : kind === 'boolean'
        ? ''
        : `, in which a number that ${type} cannot hold is an error`;
  return kind === 'integer' ? { code: 'Array.from(column)', note } : each('Number(v)', note);
}

function toFloat(kind: ValueKind, type: 'float32' | 'float64'): Conversion {
  const rounds = type === 'float32' ? ', which is rounded to 24 bits' : '';
  if (kind === 'integer of 64 bits')
    return each('Number(v)', type === 'float32' ? rounds : ', which rounds integers past 2^53');
  if (kind === 'text') return each('Number(v)', ', which gives NaN for text that is not a number');
  if (kind === 'boolean' || kind === 'time' || kind === 'null') return each('Number(v)');
  return { code: 'Array.from(column)', note: kind === 'float of 32 bits' ? '' : rounds };
}

function toTime(
  kind: ValueKind,
  unit: number,
  units: string,
  { timezone }: DeclaredType,
  times: GivenTimes | undefined,
): Conversion {
  const isExact =
    kind !== 'float' && kind !== 'float of 32 bits' && (times?.unit ?? 1) >= unit && (times?.unit ?? 1) % unit === 0;
  const value = isExact
    ? 'Number(v)'
    : unit === 1
      ? 'Math.floor(Number(v))'
      : `Math.floor(Number(v) / ${numeral(unit)}) * ${numeral(unit)}`;
  const rounds = isExact ? [] : [`rounds down to ${units}`];
  const isShifted = kind === 'time' && times !== undefined && times.isZoned !== (timezone !== undefined);
  const shifts = isShifted ? [times.isZoned ? 'gives the time of a clock in UTC' : 'takes the clock to be in UTC'] : [];
  const notes = [...rounds, ...shifts];
  return each(value, notes.length === 0 ? '' : `, which ${notes.join(' and ')}`);
}

function numeral(unit: number): string {
  return unit === dayMilliseconds ? '86_400_000' : String(unit);
}

function each(value: string, note = ''): Conversion {
  return { code: `Array.from(column, (v) => (v === null ? null : ${value}))`, note };
}
