import { bool, date32, float64, int32, int64, nullable, timestamp, transform, utf8 } from 'rowfuse';

const day = 86_400_000;
const utc = 'UTC';

/** Every day and every 64-bit time passes unchanged, nulls included; the results have their time zones. */
export const timesThrough = transform({
  input: {
    d: date32,
    u: timestamp('us'),
    n: timestamp('ns', 'UTC'),
    e: nullable(date32),
    v: nullable(timestamp('us', 'Europe/Berlin')),
    o: nullable(timestamp('ns')),
  },
  output: {
    d: date32,
    u: timestamp('us', '+02:00'),
    n: timestamp('ns'),
    e: nullable(date32),
    v: nullable(timestamp('us')),
    o: nullable(timestamp('ns', utc)),
  },
  row: ({ d, u, n, e, v, o }) => ({ d, u, n, e, v, o }),
});

/** As numbers, seconds and milliseconds are exact up to 2^53 milliseconds. */
export const safeTimes = transform({
  input: { s: timestamp('s'), m: timestamp('ms', 'UTC'), t: nullable(timestamp('s')), p: nullable(timestamp('ms')) },
  output: {
    s: nullable(timestamp('s')),
    m: nullable(timestamp('ms', 'America/New_York')),
    t: nullable(timestamp('s')),
    p: nullable(timestamp('ms')),
    seconds: float64,
    milliseconds: float64,
  },
  row: ({ s, m, t, p }) => ({
    s: Number.isSafeInteger(s) ? s : null,
    m: Number.isSafeInteger(m) ? m : null,
    t: t === null || Math.abs(t) > 9e15 ? null : t,
    p: p !== null && p < 9e15 && p > -9e15 ? p : null,
    seconds: s,
    milliseconds: m,
  }),
});

/** Past 2^53 milliseconds a number is ambiguous, so the row fails. */
export const unsafeTimes = transform({
  input: { s: timestamp('s'), m: timestamp('ms') },
  output: { s: timestamp('s'), m: timestamp('ms') },
  row: ({ s, m }) => ({ s, m }),
});

/** A value that a column cannot hold exactly fails the row: parts of a day or second, NaN, values out of range. */
export const inexactTimes = transform({
  input: { x: float64, k: int32 },
  output: { day: date32, second: timestamp('s'), milli: timestamp('ms') },
  row: ({ x, k }) => ({ day: k % 3 === 0 ? x * day : k * day, second: k % 5 === 0 ? x * 1000 : 1000, milli: k % 7 === 0 ? x : k }),
});

export const wideTimes = transform({
  input: { a: timestamp('us'), b: int64 },
  output: { micro: timestamp('us'), nano: timestamp('ns') },
  row: ({ a, b }) => ({ micro: a + b, nano: b * 1000n }),
});

/** The fields of a day and of a moment. */
export const dayFields = transform({
  input: { d: date32, m: timestamp('ms', 'UTC'), e: nullable(date32) },
  output: { year: float64, month: float64, date: float64, weekday: float64, hours: float64, later: bool, days: float64, absent: bool },
  row: ({ d, m, e }) => {
    const moment = new Date(m);
    return {
      year: new Date(d).getUTCFullYear(),
      month: new Date(d).getUTCMonth(),
      date: moment.getUTCDate(),
      weekday: new Date(d).getUTCDay(),
      hours: moment.getUTCHours(),
      later: m > d,
      days: Math.floor((m - d) / day),
      absent: e === null || new Date(e).getUTCFullYear() < 1970,
    };
  },
});

/** Arithmetic on days: the first of the month, the previous Monday, the next day, and the day of a moment. */
export const dayArithmetic = transform({
  input: { d: date32, m: timestamp('ms'), u: timestamp('us', 'UTC'), k: int32 },
  output: {
    first: nullable(date32),
    monday: nullable(date32),
    moved: nullable(date32),
    today: nullable(date32),
    number: float64,
    odd: bool,
    moment: nullable(timestamp('s')),
    micro: timestamp('us', 'UTC'),
  },
  row: ({ d, m, u, k }) => {
    const date = new Date(d);
    const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    const inRange = Math.abs(d) <= 8e15;
    const moved = d + (k % 1000) * day;
    const today = m - (((m % day) + day) % day);
    return {
      first: inRange ? first : null,
      monday: inRange ? d - ((date.getUTCDay() + 6) % 7) * day : null,
      moved: Math.abs(moved) < 2 ** 30 * day ? moved : null,
      today: Math.abs(m) < 8e15 ? today : null,
      number: d / day,
      odd: (d / day) % 2 !== 0,
      moment: Math.abs(m) < 8e15 ? Math.floor(m / 1000) * 1000 : null,
      micro: (u / 1_000_000n) * 1_000_000n,
    };
  },
});

/** As text; a date past the range of dates has none. */
export const timeTexts = transform({
  input: { d: date32, m: timestamp('ms', 'UTC'), u: timestamp('us'), n: nullable(timestamp('ns')) },
  output: { iso: nullable(utf8), date: nullable(utf8), micro: utf8, raw: utf8 },
  row: ({ d, m, u, n }) => ({
    iso: new Date(m).toJSON(),
    date: new Date(d).toJSON()?.slice(0, -14),
    micro: `${new Date(Number(u / 1000n) / 1e3).toJSON()} ${u % 1000n}`,
    raw: `${d} ${m} ${u} ${n}`,
  }),
});

/** Invalid dates have no ISO text: the row fails. */
export const isoDay = transform({
  input: { d: date32 },
  output: utf8,
  row: ({ d }) => new Date(d).toISOString(),
});

/** Days alone, a map on all backends. */
export const weekend = transform({
  input: { d: date32, n: nullable(date32) },
  output: { weekend: bool, same: bool, sooner: nullable(date32), age: nullable(int32) },
  row: ({ d, n }) => {
    const weekday = (((d / day + 4) % 7) + 7) % 7;
    return {
      weekend: weekday === 0 || weekday === 6,
      same: d === n,
      sooner: n !== null && n < d ? n : d,
      age: n === null || Math.abs(d - n) > 1e9 * day ? null : (d - n) / day,
    };
  },
});

/** Times as params have the values that a row function sees in a column. */
export const timeParams = transform({
  input: { d: date32, u: timestamp('us', 'UTC') },
  params: {
    since: date32,
    from: timestamp('s'),
    at: nullable(timestamp('ms', 'UTC')),
    after: timestamp('us', 'Europe/Berlin'),
    last: nullable(timestamp('ns')),
  },
  output: { late: bool, after: bool, days: float64, text: utf8 },
  row: ({ d, u }, { params: { since, from, at, after, last } }) => ({
    late: d >= since && u > after,
    after: at === null || d > at || last === u * 1000n,
    days: (d - since) / day,
    text: `${new Date(from).toJSON()} ${at} ${after} ${last} ${1 / since}`,
  }),
});

/** The numbers of days are 32-bit integers, and so are results that fit. */
export const dayNumbers = transform({
  input: { d: date32, e: nullable(date32), k: int32 },
  params: { since: date32 },
  output: {
    number: int32,
    even: bool,
    week: float64,
    floor: int32,
    next: float64,
    back: date32,
    clipped: int32,
    other: nullable(int32),
    age: float64,
    half: float64,
  },
  row: ({ d, e, k }, { params: { since } }) => {
    const number = d / day;
    const clipped = Math.min(Math.max(number, -1000), 1000) + (k % 1000);
    return {
      number,
      even: number % 2 === 0,
      week: Math.floor((number + 3) / 7),
      floor: Math.floor(d / day),
      next: number + 1,
      back: number * day,
      clipped,
      other: e === null ? null : e / day,
      age: number - since / day,
      half: 1 / (d / day) + d / (day / 2),
    };
  },
});

/** Rows that fail among rows that do not, in every type of times. */
export const tolerantTimes = transform({
  input: { d: date32, s: timestamp('s'), m: timestamp('ms', 'UTC'), u: timestamp('us'), k: int32 },
  output: {
    day: nullable(date32),
    second: nullable(timestamp('s', 'Asia/Tokyo')),
    milli: nullable(timestamp('ms')),
    nano: nullable(timestamp('ns')),
  },
  row: ({ d, s, m, u, k }) => ({ day: d + (k % 9 === 0 ? 1 : day), second: s, milli: m, nano: k % 4 === 0 ? u * 1000n : u }),
});
