// Runs of rows that are ASCII, between runs of rows that are not: their results share bitmap words, text and arenas.
import { bool, int32, nullable, transform, utf8 } from 'rowfuse';

export const runResults = transform({
  input: { s: nullable(utf8), t: utf8 },
  output: { text: nullable(utf8), units: int32, starts: nullable(bool), same: bool },
  row: ({ s, t }) => ({
    text: s === null ? null : s.slice(1, 4),
    units: t.length,
    starts: s === null ? null : s.startsWith('a'),
    same: s === t,
  }),
});

/** The size of the result has no bound, so rows are measured first. */
export const runRepeats = transform({
  input: { t: utf8, n: int32 },
  output: nullable(utf8),
  row: ({ t, n }) => (n === 0 ? null : t.slice(1, 3).repeat(n)),
});

/** Builds strings of any length in the arena. */
export const runBuilders = transform({
  input: { t: utf8, n: int32 },
  output: utf8,
  row({ t, n }) {
    let built = '';
    for (let i = 0; i < (n & 127); i++) built = t.charAt(i % t.length) + built + t;
    return built.slice(0, 40) + built.length;
  },
});

export const runFilter = transform({
  input: { s: nullable(utf8), t: utf8, n: int32 },
  where: ({ n }) => n !== 2,
  output: { text: utf8, last: nullable(utf8) },
  row: ({ s, t }) => ({ text: t.slice(-2), last: s === null ? null : s.charAt(s.length - 1) }),
});

export const runFaults = transform({
  input: { t: utf8, n: int32 },
  output: int32,
  row({ t, n }) {
    if (n === 99) throw new Error(t);
    return t.length + n;
  },
});
