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
