import { bool, float64, int32, transform, utf8 } from 'rowfuse';

/** Every operation that takes positions, with indices of any kind: negative, fractional, NaN, infinite, past the end. */
export const slices = transform({
  input: { s: utf8, i: float64, j: float64 },
  output: { slice: utf8, substring: utf8, charAt: utf8, at: utf8, unit: utf8, from: utf8, length: int32 },
  row: ({ s, i, j }) => ({
    slice: s.slice(i, j),
    substring: s.substring(i, j),
    charAt: s.charAt(i),
    at: `${s.at(i)}`,
    unit: `${s[i]}`,
    from: `${s.slice(i)}|${s.substring(j)}`,
    length: s.length,
  }),
});

export const searches = transform({
  input: { s: utf8, t: utf8, i: float64 },
  output: {
    indexOf: int32,
    indexFrom: int32,
    lastIndexOf: int32,
    lastIndexFrom: int32,
    includes: bool,
    includesFrom: bool,
    startsWith: bool,
    startsAt: bool,
    endsWith: bool,
    endsAt: bool,
  },
  row: ({ s, t, i }) => ({
    indexOf: s.indexOf(t),
    indexFrom: s.indexOf(t, i),
    lastIndexOf: s.lastIndexOf(t),
    lastIndexFrom: s.lastIndexOf(t, i),
    includes: s.includes(t),
    includesFrom: s.includes(t, i),
    startsWith: s.startsWith(t),
    startsAt: s.startsWith(t, i),
    endsWith: s.endsWith(t),
    endsAt: s.endsWith(t, i),
  }),
});

/** Positions that move: a found place is sliced at, stepped over, compared and counted. */
export const positions = transform({
  input: { s: utf8, t: utf8 },
  output: {
    before: utf8,
    after: utf8,
    unit: utf8,
    step: utf8,
    number: float64,
    found: bool,
    order: bool,
    again: int32,
  },
  row({ s, t }) {
    const p = s.indexOf(t);
    const q = s.lastIndexOf(t);
    return {
      before: s.slice(0, p),
      after: s.slice(p + 1),
      unit: s.charAt(p + 2),
      step: s.substring(p - 1, q + 3),
      number: p * 2 + q / 4,
      found: p !== -1 && q >= 0,
      order: p < q || p === q,
      again: s.indexOf(t, p + 1),
    };
  },
});

/** A position of one string used on another, or on a part of the same. */
export const strangePositions = transform({
  input: { s: utf8, t: utf8 },
  output: { other: utf8, part: utf8, tail: utf8, rope: utf8 },
  row({ s, t }) {
    const p = s.indexOf('a');
    const part = s.slice(1);
    const rope = `${s}${t}`;
    return {
      other: t.slice(p),
      part: part.slice(0, p),
      tail: part.slice(part.indexOf('a') + 1),
      rope: rope.slice(rope.indexOf('a'), rope.lastIndexOf('a') + 1),
    };
  },
});

export const trims = transform({
  input: { s: utf8, t: utf8 },
  output: { trim: utf8, start: utf8, end: utf8, rope: utf8 },
  row: ({ s, t }) => ({
    trim: s.trim(),
    start: `[${s.trimStart()}]`,
    end: `[${s.trimEnd()}]`,
    rope: ` \u00a0${s}\u2003${t}\ufeff `.trim(),
  }),
});

export const comparisons = transform({
  input: { s: utf8, t: utf8 },
  output: {
    equal: bool,
    differs: bool,
    less: bool,
    atMost: bool,
    greater: bool,
    atLeast: bool,
    literal: bool,
    rope: bool,
  },
  row: ({ s, t }) => ({
    equal: s === t,
    differs: s !== t,
    less: s < t,
    atMost: s <= t,
    greater: s > t,
    atLeast: s >= t,
    literal: s === 'a' || t < 'é',
    rope: s + t === t + s,
  }),
});

export const concatenations = transform({
  input: { s: utf8, t: utf8 },
  output: { plus: utf8, template: utf8, method: utf8, twice: utf8, literal: utf8 },
  row: ({ s, t }) => ({
    plus: s + t,
    template: `${s}-${t}!`,
    method: s.concat(t, '', s),
    twice: (s + t).slice(1) + (t + s).slice(0, -1),
    literal: 'only ' + 'literals',
  }),
});

export const ropes = transform({
  input: { s: utf8, t: utf8, i: int32 },
  output: { slice: utf8, charAt: utf8, at: utf8, found: int32, last: int32, starts: bool, ends: bool, length: int32 },
  row({ s, t, i }) {
    const rope = `${s}${t}${s}`;
    return {
      slice: rope.slice(i, i + 3),
      charAt: rope.charAt(i),
      at: `${rope.at(-i)}`,
      found: rope.indexOf(t, i),
      last: rope.lastIndexOf(s),
      starts: rope.startsWith(t, s.length),
      ends: rope.endsWith(t + s),
      length: rope.length,
    };
  },
});

const paragraph =
  'Rows of their own can meet in one long constant, where each looks for something else: a search that they shared would give ' +
  'all of them what one has found. Ada, Grace and Barbara are in it, and a lot of 0123456789.';
const accented = `é😀 ${paragraph} ß`;

/** Searches in long constants, each row for another text and from another place. */
export const constantHaystacks = transform({
  input: { s: utf8, i: float64 },
  output: { first: int32, last: int32, from: int32, before: int32, within: bool, accented: int32, accentedLast: int32, rest: utf8 },
  row: ({ s, i }) => ({
    first: paragraph.indexOf(s.charAt(0)),
    last: paragraph.lastIndexOf(s.charAt(0)),
    from: paragraph.indexOf(s.slice(0, 2), i),
    before: paragraph.lastIndexOf(s.slice(-1), i),
    within: paragraph.includes(s),
    accented: accented.indexOf(s.charAt(1)),
    accentedLast: accented.lastIndexOf(s.charAt(1)),
    rest: paragraph.slice(s.length).slice(0, 3 * s.length + 130),
  }),
});
