import { bool, int32, transform, utf8 } from 'rowfuse';

/** Loops over all matches, from one to the next. */
export const positionLoops = transform({
  input: { s: utf8, t: utf8 },
  output: { spaces: int32, matches: int32, pieces: utf8, last: utf8, halves: int32 },
  row({ s, t }) {
    let spaces = 0;
    for (let at = s.indexOf(' '); at !== -1; at = s.indexOf(' ', at + 1)) spaces++;
    const needle = t === '' ? s.charAt(1) : t.charAt(0);
    let matches = 0;
    let found = needle === '' ? -1 : s.indexOf(needle);
    while (found >= 0) {
      matches++;
      found = s.indexOf(needle, found + needle.length);
    }
    let from = 0;
    let pieces = '';
    let at = s.indexOf('a');
    while (at >= 0) {
      pieces += `[${s.slice(from, at)}]`;
      from = at + 1;
      at = s.indexOf('a', from);
    }
    pieces += s.slice(from);
    const rest = s.slice(1);
    let halves = 0;
    let back = rest.lastIndexOf('a');
    while (back > 0) {
      halves++;
      back = rest.lastIndexOf('a', back - 1);
    }
    return { spaces, matches, pieces, last: rest.slice(back, back + 3), halves };
  },
});

/** Positions that are chosen among others, constants and lengths, and moved by a length. */
export const chosenPositions = transform({
  input: { s: utf8, t: utf8, n: int32 },
  output: { to: utf8, from: utf8, both: utf8, moved: utf8, unit: utf8, tail: utf8, before: bool, same: bool, again: utf8 },
  row({ s, t, n }) {
    const space = s.indexOf(' ');
    const a = s.lastIndexOf('a');
    const to = space < 0 ? s.length : space;
    const from = n > 3 ? a : 2;
    const key = `${t}a`;
    const found = s.indexOf(t);
    const rest = s.slice(1);
    const end = rest.indexOf('a');
    let again = rest.indexOf(t.charAt(0));
    if (n > 5) again = end < 0 ? rest.length : end;
    else if (n > 2) again = 1;
    return {
      to: s.slice(0, to),
      from: s.slice(from),
      both: s.substring(from, to),
      moved: s.slice(found + t.length) + s.slice(found - t.length, found + key.length + 1),
      unit: s.charAt(n > 0 ? a + 1 : space) + (s[space < 0 ? 1 : space + 1] ?? '?'),
      tail: rest.slice(0, end < 0 ? rest.length : end) + t.slice(0, end < 0 ? t.length : end),
      before: (n > 0 ? space : a) < (n > 1 ? a : 3),
      same: (n > 4 ? a : 0) === space,
      again: rest.slice(again, again + 2) + rest.charAt(again) + rest.substring(again + 1),
    };
  },
});

/** Positions that are numbers as well, or go on step by step. */
export const countedPositions = transform({
  input: { s: utf8 },
  output: { sum: int32, steps: int32, text: utf8 },
  row({ s }) {
    let sum = 0;
    let at = s.indexOf('a');
    while (at >= 0) {
      sum += at;
      at = s.indexOf('a', at + 1);
    }
    let steps = 0;
    let i = s.indexOf(' ');
    while (i >= 0 && i < s.length && steps < 9) {
      if (s[i] === ' ') steps++;
      i = i + 1;
    }
    return { sum, steps, text: `${s.slice(0, i)}${i}` };
  },
});
