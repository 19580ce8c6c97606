import { bool, float64, int32, nullable, transform, utf8 } from 'rowfuse';

export const codes = transform({
  input: { s: utf8, t: utf8, i: float64, j: int32 },
  output: {
    unit: float64,
    first: float64,
    point: nullable(float64),
    known: int32,
    rope: float64,
    ropePoint: nullable(float64),
    lazy: float64,
    lazyPoint: nullable(float64),
    half: float64,
    position: nullable(float64),
  },
  row({ s, t, i, j }) {
    const rope = `${s.slice(0, 1)}${s.slice(1)}${t}`;
    const upper = s.toUpperCase();
    return {
      unit: s.charCodeAt(i),
      first: s.charCodeAt(0) + s.charCodeAt(j),
      point: s.codePointAt(i) ?? null,
      known: s.codePointAt(0) ?? -1,
      rope: rope.charCodeAt(i),
      ropePoint: rope.codePointAt(j) ?? null,
      lazy: upper.charCodeAt(j),
      lazyPoint: upper.codePointAt(i) ?? null,
      half: '\ud83dx\ude00'.charCodeAt(j),
      position: s.codePointAt(s.indexOf('b')) ?? null,
    };
  },
});

export const fromCodes = transform({
  input: { i: float64, j: int32, s: utf8 },
  output: { one: utf8, several: utf8, pair: utf8, joined: utf8, same: bool, flat: utf8, part: utf8, modulo: utf8, fixed: utf8 },
  row({ i, j, s }) {
    const pair = String.fromCharCode(0xd83d, 0xde00 + (j % 16));
    const code = String.fromCharCode(j);
    return {
      one: String.fromCharCode(i),
      several: String.fromCharCode(i, j, 0x41, 0xe9),
      pair,
      joined: `${String.fromCharCode(0xd83d)}${s}${String.fromCharCode(0xde00)}`,
      same: code === s || pair > s,
      flat: (s < 'b' ? code : pair).trim(),
      part: pair.slice(0, 1) + pair.slice(1) + pair.slice(1),
      modulo: String.fromCharCode(i * 65536.5, i * 1e15),
      fixed: String.fromCharCode(97, 65536 + 98) + String.fromCodePoint(0x1f600) + String.fromCharCode(),
    };
  },
});

/** Numbers that are no code points fail their row. */
export const fromCodePoints = transform({
  input: { i: float64, j: int32 },
  output: { text: utf8, units: int32 },
  row({ i, j }) {
    const text = String.fromCodePoint(j * 5000, 0x1f600 + j);
    return { text: i > 100 ? String.fromCodePoint(i) : text, units: text.length };
  },
});

export const wellFormed = transform({
  input: { s: utf8, t: utf8, i: int32 },
  output: { view: bool, rope: bool, lazy: bool, text: utf8, equal: bool, length: int32, found: int32, unit: utf8, joined: bool },
  row({ s, t, i }) {
    const part = s.slice(i);
    const rope = `${part}${t.slice(1)}`;
    const mended = rope.toWellFormed();
    return {
      view: part.isWellFormed(),
      rope: rope.isWellFormed(),
      lazy: part.toUpperCase().isWellFormed(),
      text: `${mended}|${part.toWellFormed().toUpperCase()}|${s.toWellFormed()}`,
      equal: mended === rope,
      length: mended.length,
      found: mended.indexOf('\ufffd'),
      unit: `${mended[i]}`,
      joined: (s.slice(0, 1) + s.slice(1)).isWellFormed(),
    };
  },
});

export const pads = transform({
  input: { s: utf8, t: utf8, i: float64, j: int32 },
  output: {
    start: utf8,
    end: utf8,
    zeros: utf8,
    filled: utf8,
    filledEnd: utf8,
    cut: utf8,
    rope: utf8,
    number: utf8,
    empty: utf8,
    length: int32,
    units: utf8,
    equal: bool,
    compared: bool,
    flat: utf8,
  },
  row({ s, t, i, j }) {
    // A limit, because a row of some hundred megabytes is no test of padding.
    const width = i > 40 ? 40 : i;
    const count = j > 40 ? 40 : j;
    const padded = s.padStart(12, t);
    return {
      start: s.padStart(width),
      end: s.padEnd(width),
      zeros: s.padStart(8, '0'),
      filled: s.padStart(width, t),
      filledEnd: s.padEnd(width, t),
      cut: s.padStart(count, '😀é').padEnd(15, '😁'),
      rope: `${s}${t}`.padEnd(20, 'ab'),
      number: `${j}`.padStart(6, '0') + String(i).padEnd(10, '.'),
      empty: s.padStart(width, ''),
      length: padded.length,
      units: `${padded[3]}${padded.at(-1)}${padded.slice(2, 5)}`,
      equal: padded === s,
      compared: s.padEnd(6, '\ud83d') < t,
      flat: (j > 3 ? padded : s).trim(),
    };
  },
});

export const repeats = transform({
  input: { s: utf8, i: float64, j: int32 },
  output: { three: utf8, times: utf8, halves: utf8, length: int32, found: int32, rope: utf8, none: utf8, equal: bool },
  row({ s, i, j }) {
    const times = j < 0 ? 0 : j % 8;
    const text = s.slice(0, 3).repeat(times);
    return {
      three: s.repeat(3),
      times: text,
      halves: `${s.slice(1, 2)}${s.slice(0, 1)}`.repeat(times),
      length: text.length,
      found: text.lastIndexOf('a'),
      rope: `[${s}]`.repeat(times).slice(2),
      none: ''.repeat(i >= 0 ? 1e9 : 0) + 'x'.repeat(i > 0 && i < 1 ? i : 2.9),
      equal: 'ab'.repeat(times) === s,
    };
  },
});

/** Negative and infinite counts, and results that are too long, fail their row. */
export const failingRepeats = transform({
  input: { s: utf8, i: float64 },
  output: utf8,
  row: ({ s, i }) => `${s.slice(0, 2).repeat(i > 30 && i < 1e9 ? 30 : i)}`.slice(0, 100),
});

export const failingPads = transform({
  input: { s: utf8, t: utf8, i: float64 },
  output: utf8,
  row: ({ s, t, i }) => s.padStart(i > 30 && i < 1e9 ? 30 : i, t),
});

export const replacements = transform({
  input: { s: utf8, t: utf8, u: utf8 },
  output: {
    first: utf8,
    all: utf8,
    dynamic: utf8,
    dynamicAll: utf8,
    dollars: utf8,
    dollarsAll: utf8,
    around: utf8,
    aroundAll: utf8,
    group: utf8,
    empty: utf8,
    emptyAll: utf8,
    removed: utf8,
    halves: utf8,
    length: int32,
    includes: bool,
    rope: utf8,
    lazy: utf8,
    chained: utf8,
    missing: utf8,
  },
  row({ s, t, u }) {
    const part = t.slice(0, 2);
    const all = s.replaceAll('a', '<$&>');
    const first = s.replace('b', 'bee');
    return {
      first,
      all,
      dynamic: s.replace(part, u),
      dynamicAll: s.replaceAll(part, u),
      dollars: s.replace('a', '$$[$&]$'),
      dollarsAll: s.replaceAll(part, `$&$$-$1$<x>`),
      around: s.replace('a', "($`|$')"),
      aroundAll: s.replaceAll('b', "{$`$&$'}"),
      group: s.replace(' ', '$1$2$<a>$'),
      empty: s.replace('', '>') + s.replace('', '$`$\''),
      emptyAll: `${s.replaceAll('', '-')}${s.replaceAll('', u)}`,
      removed: s.replaceAll(' ', ''),
      halves: s.replaceAll('\ud83d', 'x').replaceAll('\ude01', '\ud83d') + s.replace('\ude00', '$&$&'),
      length: all.length + first.length,
      includes: all.includes('>b') || first === t,
      rope: `${s}${t}`.replace(`${part}`, `${u}/${s}`),
      lazy: s.toUpperCase().replaceAll('A', 'aa').toUpperCase(),
      chained: s.replaceAll('a', 'b').replaceAll('b', 'ab').trim(),
      missing: first.slice(1) + all.slice(-2) + `${all[1]}`,
    };
  },
});

/** `$` patterns that come from columns. */
export const templates = transform({
  input: { s: utf8, i: int32 },
  output: { first: utf8, all: utf8, view: utf8 },
  row({ s, i }) {
    const template = (i % 2 === 0 ? '$' : '$$') + (i > 3 ? '&' : i > 1 ? '`x' : "'") + s.slice(0, 1);
    return {
      first: s.replace('a', template),
      all: s.replaceAll('b', template),
      view: s.replace(' ', s.length > 4 ? "$'" : '$`'),
    };
  },
});

export const parts = transform({
  input: { s: utf8, i: float64, j: float64 },
  output: { from: utf8, part: utf8, rope: utf8, lazy: utf8, trims: utf8, lazyTrims: utf8, texts: utf8, raw: utf8 },
  row: ({ s, i, j }) => ({
    from: s.substr(i),
    part: s.substr(i, j),
    rope: `${s}x${s}`.substr(i, 4),
    lazy: s.toUpperCase().substr(-3, 2),
    trims: `[${s.trimLeft()}][${s.trimRight()}]`,
    lazyTrims: `[${s.toUpperCase().trim()}][${s.toLowerCase().trimStart()}][${s.padEnd(3).trimEnd()}]`,
    texts: String(i) + String(s === 'a') + String(null) + String(s.at(i)) + s.toString() + s.valueOf(),
    raw: String.raw`\n${s}\u{41}${i}\\` + String.raw`\`` + String.raw`a
b`,
  }),
});

export const builtInLoops = transform({
  input: { s: utf8, t: utf8 },
  output: { text: utf8, hash: float64, shifted: utf8, code: utf8, padded: utf8 },
  row({ s, t }) {
    let text = '';
    let hash = 7;
    let shifted = '';
    let code = '';
    let padded = t;
    for (let i = 0; i < s.length; i++) {
      hash = (hash * 31 + s.charCodeAt(i)) % 1000003;
      shifted += String.fromCharCode(s.charCodeAt(i) + 1);
      code = String.fromCharCode(hash % 100);
      padded = padded.replace('a', `${i}`.padStart(3, '0'));
    }
    for (const c of `${s}${t.toLowerCase()}`) text += c.padStart(3, '.').replaceAll('b', c);
    for (const c of s.padStart(9, '😀')) text = c.repeat(2) + text;
    return { text, hash, shifted, code, padded };
  },
});
