import { bool, int32, transform, utf8 } from 'rowfuse';

/** Surrogate halves are values: they can be cut apart, compared, searched for and joined again. */
export const halves = transform({
  input: { s: utf8, i: int32 },
  output: { joined: utf8, apart: utf8, first: bool, found: int32, last: int32, less: bool, swapped: utf8 },
  row({ s, i }) {
    const head = s.slice(0, i);
    const tail = s.slice(i);
    return {
      joined: head + tail,
      apart: `${head}|${tail}`,
      first: s[i] === '\ud83d',
      found: s.indexOf('\ude00'),
      last: s.lastIndexOf('\ud83d'),
      less: tail < '\ue000',
      swapped: tail + head,
    };
  },
});

export const loneLiterals = transform({
  input: { s: utf8 },
  output: { high: utf8, low: utf8, pair: utf8, split: bool, starts: bool, ends: bool },
  row: ({ s }) => ({
    high: `\ud83d${s}`,
    low: `${s}\ude00`,
    pair: `${s.charAt(0)}\ud83d` + '\ude00',
    split: `\ud83d${s}` === '😀',
    starts: s.startsWith('\ud83d'),
    ends: s.endsWith('\ude00'),
  }),
});

/** Parts of literals: half a character is written as U+FFFD, even if the rest of the row is ASCII. */
export const cutLiterals = transform({
  input: { s: utf8, n: int32 },
  output: { cut: utf8, whole: utf8 },
  row({ s, n }) {
    const marked = `${s} is marked 😀é`;
    return { cut: marked.slice(0, s.length + 12 + (n & 1)), whole: n > 0 ? `${s}😀` : 'not marked 😀' };
  },
});
