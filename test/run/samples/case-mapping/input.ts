import { bool, float64, int32, nullable, transform, utf8 } from 'rowfuse';

export const upperAndLower = transform({
  input: { s: utf8 },
  output: { upper: utf8, lower: utf8, capital: utf8, both: utf8 },
  row: ({ s }) => ({
    upper: s.toUpperCase(),
    lower: s.toLowerCase(),
    capital: s.charAt(0).toUpperCase() + s.slice(1).toLowerCase(),
    both: `${s.toLowerCase().toUpperCase()}|${`${s}ΣΑΣ`.toLowerCase()}`,
  }),
});

/** Mapped strings that are only searched, compared and measured. */
export const searchedInUpperCase = transform({
  input: { s: utf8, t: utf8, i: float64 },
  output: {
    found: int32,
    foundFrom: int32,
    foundMapped: int32,
    last: int32,
    literal: int32,
    includes: bool,
    starts: bool,
    ends: bool,
    equal: bool,
    equalMapped: bool,
    less: bool,
    length: int32,
    any: bool,
    listed: bool,
  },
  row({ s, t, i }) {
    const upper = s.toUpperCase();
    return {
      found: upper.indexOf(t),
      foundFrom: upper.indexOf(t, i),
      foundMapped: upper.indexOf(t.toUpperCase()),
      last: upper.lastIndexOf('A', i),
      literal: s.toLowerCase().indexOf('public'),
      includes: upper.includes('SS'),
      starts: upper.startsWith(t.slice(0, 1)),
      ends: s.toLowerCase().endsWith('b'),
      equal: upper === 'PUBLIC' || upper === t,
      equalMapped: upper === t.toUpperCase(),
      less: upper < t.toLowerCase(),
      length: upper.length,
      any: !upper,
      listed: ['A', 'SS', 'PUBLIC', 'AB'].includes(upper),
    };
  },
});

/** Parts of mapped strings, and mapped strings that need bytes. */
export const partsInUpperCase = transform({
  input: { s: utf8, t: nullable(utf8), i: int32 },
  output: { slice: utf8, unit: utf8, at: nullable(utf8), rope: utf8, chosen: utf8, trimmed: utf8, either: utf8 },
  row({ s, t, i }) {
    const upper = s.toUpperCase();
    const rope = upper + s;
    const chosen = i > 2 ? upper : s.toLowerCase();
    return {
      slice: `${upper.slice(1, -1)}/${upper.substring(i)}/${upper.charAt(i)}`,
      unit: `${upper[i]}${upper.at(-1)}`,
      at: upper.at(i) ?? null,
      rope: rope.slice(1),
      chosen,
      trimmed: upper.trim(),
      either: t === null ? upper : t.toUpperCase(),
    };
  },
});

export const mappedInLoops = transform({
  input: { s: utf8, t: utf8 },
  output: { swapped: utf8, title: utf8, last: utf8, count: int32 },
  row({ s, t }) {
    let swapped = '';
    let title = '';
    let last = t;
    let count = 0;
    let start = true;
    for (const c of s) {
      const upper = c.toUpperCase();
      swapped += upper === c ? c.toLowerCase() : upper;
      title += start ? upper : c.toLowerCase();
      start = c === ' ';
      last = upper;
      if (upper.length > 1) count += upper.length;
    }
    for (const c of t.toUpperCase()) if (c === 'A') count++;
    return { swapped, title, last, count };
  },
});

/** Halves that stand alone between ASCII, mapped into memory. */
export const halvesInUpperCase = transform({
  input: { s: utf8, t: nullable(utf8) },
  output: { upper: utf8, lower: utf8 },
  row({ s, t }) {
    const halves = `${s}😀😁`.split('').join('-').slice(0, 99);
    return { upper: t ?? halves.toUpperCase(), lower: t ?? `${halves}İ`.toLowerCase() };
  },
});
