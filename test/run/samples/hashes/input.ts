import * as rowfuse from 'rowfuse';
import { bool, float64, hmacSha256, int32, nullable, sha256 as digest, transform, utf8 } from 'rowfuse';
import { pseudonym } from './pseudonyms.js';

const key = 'Jefe';

/** Hashes of columns, parts of them, surrogate halves and concatenations. */
export const digests = transform({
  input: { s: utf8, t: utf8, k: int32, x: float64 },
  output: { plain: utf8, joined: utf8, lower: utf8, part: utf8, halves: utf8, empty: utf8, short: utf8 },
  row: ({ s, t, k, x }) => ({
    plain: digest(s),
    joined: digest(`${s}:${t}/${k}${x}`),
    lower: rowfuse.sha256(s.trim().toLowerCase()),
    part: digest(t.slice(1, 9)),
    halves: digest(s.charAt(3) + t.charAt(2)),
    empty: digest(''),
    short: digest(s).slice(0, 12).toUpperCase(),
  }),
});

export const keyed = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8) },
  output: { constant: utf8, column: utf8, long: utf8, absent: nullable(utf8), same: bool },
  row: ({ s, t, n }) => ({
    constant: hmacSha256(key, s),
    column: hmacSha256(s, t),
    long: hmacSha256(`${s}${s}${s}${s}${s}`, s.toUpperCase()),
    absent: n === null ? null : hmacSha256('', n),
    same: hmacSha256(s, t) === hmacSha256(t, s),
  }),
});

/** Null is no string, so the row fails, as in Node. */
export const digestOfNull = transform({
  input: { n: nullable(utf8) },
  output: utf8,
  row: ({ n }) => digest(n as string),
});

/** A chain of digests: the text of one outlives the next. */
export const chained = transform({
  input: { s: utf8, rounds: int32 },
  output: utf8,
  row: ({ s, rounds }) => {
    let text = s;
    for (let i = 0; i < rounds % 5; i++) text = digest(text);
    return text;
  },
});

/** In functions, also those of other modules. */
const short = (text: string): string => digest(text).slice(0, 8);
const dayOf = (time: number): string => {
  const date = new Date(time);
  return `${date.getUTCDate()}.${date.getUTCMonth() + 1}.`;
};

export const inFunctions = transform({
  input: { s: utf8, x: float64 },
  output: { short: utf8, keyed: utf8, day: utf8 },
  row: ({ s, x }) => ({ short: short(s), keyed: pseudonym('k', s), day: dayOf(x * 1e9) }),
});
