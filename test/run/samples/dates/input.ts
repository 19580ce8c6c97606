import { bool, float64, int8, int32, nullable, transform, uint32, utf8 } from 'rowfuse';

const day = 86_400_000;

/** The fields of dates before and after 1970, invalid ones included, whose fields are NaN. */
export const dateFields = transform({
  input: { x: float64, k: int32, n: nullable(float64), u: uint32, b: bool },
  output: {
    year: float64,
    month: float64,
    date: float64,
    weekday: float64,
    hours: float64,
    minutes: float64,
    seconds: float64,
    milliseconds: float64,
    time: float64,
    absent: float64,
    flag: float64,
  },
  row: ({ x, k, n, u, b }) => {
    const date = new Date(k * 4_000_007 + x);
    const copy = new Date(date);
    const later = date;
    return {
      year: date.getUTCFullYear(),
      month: copy.getUTCMonth(),
      date: later.getUTCDate(),
      weekday: new Date(u * 1000 + k).getUTCDay(),
      hours: date.getUTCHours(),
      minutes: date.getUTCMinutes(),
      seconds: date.getUTCSeconds(),
      milliseconds: date.getUTCMilliseconds(),
      time: date.getTime() + new Date(x * 1e15).valueOf(),
      absent: new Date(n as number).getTime(),
      flag: new Date(b as unknown as number).getTime() + new Date(k).getUTCMilliseconds(),
    };
  },
});

/** As text; extended years have six digits. */
export const dateTexts = transform({
  input: { x: float64, k: int32, u: uint32 },
  output: { json: nullable(utf8), far: nullable(utf8), iso: utf8, month: utf8, old: utf8 },
  row: ({ x, k, u }) => {
    const date = new Date(u * 1000);
    return {
      json: new Date(x * 1e13).toJSON(),
      far: new Date(k * 4_000_003).toJSON(),
      iso: `${date.toISOString()} ${new Date(k * day - 6e13).toISOString()}`.slice(k % 3),
      month: date.toISOString().slice(0, 7),
      old: new Date(-62_198_755_200_000 - u).toISOString(),
    };
  },
});

/** An invalid date has no ISO text: the row fails. */
export const isoOrError = transform({
  input: { x: float64, k: int32 },
  output: utf8,
  row: ({ x, k }) => new Date(x * 1e12 + k).toISOString(),
});

export const timesOfParts = transform({
  input: { year: int32, month: int8, d: int8, x: float64, s: utf8 },
  output: { one: float64, two: float64, all: float64, seven: float64, text: utf8, constant: float64 },
  row: ({ year, month, d, x, s }) => {
    const time = Date.UTC(1970 + (year % 3000), month, d, x);
    return {
      one: Date.UTC(year % 200),
      two: Date.UTC(year % 10_000, x),
      all: time,
      seven: Date.UTC(2000, month, d, x, d, month, x),
      text: new Date(Date.UTC(2000 + d, 1, 29)).toISOString(),
      constant: Date.UTC(2024, 1, 29, 12, s.length),
    };
  },
});

function yearOf(date: Date) {
  return date.getUTCFullYear();
}
const midnight = (ms: number) => new Date(ms - (ms % 86_400_000));
const later = (a: Date, b: Date = new Date(0)) => (a > b ? a : b);
const isoOf = (date: Date) => date.toJSON() ?? 'none';
const orEpoch = (ms: number) => {
  if (ms > 8.64e15) return new Date(0);
  return new Date(ms);
};

/** Dates as arguments and results of functions, in variables, objects and arrays, and compared by their numbers. */
export const datesAsValues = transform({
  input: { x: float64, y: float64, c: bool },
  output: { years: utf8, made: utf8, assigned: float64, order: utf8, chosen: int32, parts: utf8, numbers: utf8, steps: utf8 },
  row({ x, y, c }) {
    const a = new Date(x);
    const b = new Date(y);
    let assigned = new Date(0);
    for (let i = 0; i < 3; i++) assigned = new Date(assigned.getTime() + x);
    if (c) assigned = b;
    const chosen = c ? a : b;
    const span = { from: a, to: [b, new Date(Date.UTC(2020, 1, 29))] as const };
    const { from, to: [end, leap] } = span;
    let steps = '';
    for (const date of [a, b]) steps += `${date.getUTCFullYear()};`;
    return {
      years: `${yearOf(a)} ${yearOf(new Date(y))}`,
      made: `${isoOf(midnight(x))} ${isoOf(later(a))} ${isoOf(later(a, b))} ${isoOf(orEpoch(y))}`,
      assigned: assigned.getTime(),
      order: `${a < b} ${a >= b} ${+a - +b} ${-a} ${typeof a}`,
      chosen: Number.isNaN(Number(chosen)) ? -1 : chosen.getUTCDay(),
      parts: `${from.getUTCDate()} ${end.getUTCHours()} ${leap.toISOString()}`,
      numbers: `${Number(a)} ${new Date(b).valueOf()} ${isNaN(+b)}`,
      steps,
    };
  },
});

/** Dates that methods change, with arguments that carry into other parts, fractions, and years before 100. */
export const changedDates = transform({
  input: { x: float64, a: float64, b: float64, n: int32, k: int8 },
  output: {
    year: float64,
    month: float64,
    date: float64,
    hours: float64,
    minutes: float64,
    seconds: float64,
    milliseconds: float64,
    time: float64,
    short: float64,
    first: float64,
    far: float64,
    chained: nullable(utf8),
    workdays: int32,
  },
  row({ x, a, b, n, k }) {
    const time = (x * 1e6) % 8.64e15;
    const [p, q] = [a % 400, b % 1e5];
    const [d1, d2, d3, d4, d5] = [time, time, time, time, time];
    const year = new Date(d1);
    const month = new Date(d2);
    const date = new Date(d3);
    const hours = new Date(d4);
    const minutes = new Date(d5);
    const seconds = new Date(time);
    const milliseconds = new Date(time);
    const short = new Date(Date.UTC(2000, k, 29, 12) - 62e12 + (n % 1000) * day);
    short.setUTCMonth(p, q);
    const first = new Date(b);
    first.setUTCFullYear(k, a, n % 100);
    const far = new Date(8.64e15 - Math.abs(n));
    far.setUTCMonth(far.getUTCMonth() + k, q);
    let chained = new Date(time);
    chained.setUTCHours(0, 0, 0, 0);
    chained.setUTCDate(1);
    if (n > 0) chained = new Date(chained.setUTCMonth(chained.getUTCMonth() + n));
    let workdays = 0;
    const start = new Date(time);
    const end = new Date(start);
    end.setUTCDate(end.getUTCDate() + (n & 15));
    for (; start < end; start.setUTCDate(start.getUTCDate() + 1)) if (start.getUTCDay() % 6 !== 0) workdays += 1;
    return {
      year: year.setUTCFullYear(n % 3000),
      month: month.setUTCMonth(p),
      date: date.setUTCDate(q),
      hours: hours.setUTCHours(p, q, n, b),
      minutes: minutes.setUTCMinutes(q, p) + minutes.getTime(),
      seconds: seconds.setUTCSeconds(b, a),
      milliseconds: milliseconds.setUTCMilliseconds(a),
      time: milliseconds.setTime(b) - seconds.setTime(k),
      short: short.getTime(),
      first: first.getTime(),
      far: far.getTime(),
      chained: chained.toJSON(),
      workdays,
    };
  },
});
