import { bool, float64, int32, int8, list, nullable, transform, uint8, utf8 } from 'rowfuse';

export const coalesced = transform({
  input: { s: nullable(utf8), t: nullable(utf8), n: nullable(float64), b: nullable(bool) },
  output: { text: utf8, number: float64, truth: bool, either: nullable(utf8), both: nullable(utf8), loose: bool },
  row: ({ s, t, n, b }) => ({
    text: s ?? t ?? 'none',
    number: n ?? -1,
    truth: b ?? false,
    either: s || t,
    both: s && t,
    loose: s == null || t != null,
  }),
});

/** Control flow narrows: null is tested once, and the rest of the function knows. */
export const narrowed = transform({
  input: { s: nullable(utf8), n: nullable(int32) },
  output: nullable(utf8),
  row({ s, n }) {
    if (s === null) return n === null ? null : `#${n}`;
    if (n !== null && n > 2) return s.slice(0, n);
    if (!s) return null;
    return s.trim() || null;
  },
});

/** Null and undefined are different values, and both are null in a nullable column. */
export const absent = transform({
  input: { s: utf8, t: nullable(utf8), i: int32 },
  output: { unit: nullable(utf8), same: bool, strict: bool, isNull: bool, isUndefined: bool, text: utf8 },
  row({ s, t, i }) {
    const unit: string | undefined = s[i];
    return {
      unit: unit as string,
      same: unit === s[0],
      strict: (unit as string | null | undefined) === t,
      isNull: t === null,
      isUndefined: unit === undefined,
      text: `${unit}/${t}`,
    };
  },
});

/** JavaScript takes null as zero, and undefined as NaN. */
export const nullArithmetic = transform({
  input: { n: nullable(float64) },
  output: { plus: float64, less: bool },
  row: ({ n }) => ({ plus: (n as number) + 1, less: (n as number) < 1 }),
});

/** Where JavaScript would throw a TypeError, the row fails. */
export const required = transform({
  input: { s: utf8, i: int32 },
  output: { length: int32, trimmed: utf8 },
  row: ({ s, i }) => ({ length: (s[i < 9 ? 0 : i] as string).length, trimmed: (s.at(0) as string).trim() }),
});

/** A second test for an excluded value: a branch that never runs. */
export const excluded = transform({
  input: { t: nullable(utf8), n: nullable(float64), s: utf8 },
  output: { text: utf8, number: nullable(float64) },
  row({ t, n, s }) {
    if (t === null) return { text: s, number: n };
    const known: string | null = t;
    return {
      text: `${(known as string | null) === null ? known : s}${(t as string | null) === null ? (t as string | null) : 'b'}`,
      number: n !== null && (n as number | null) === null ? n : n,
    };
  },
});

/** Nullable positions and small integers become nullable numbers. */
export const nullPositions = transform({
  input: { s: utf8, n: nullable(int32), i: int32 },
  output: { position: nullable(float64), integer: nullable(float64), unit: nullable(utf8) },
  row({ s, n, i }) {
    const found = i > 5 ? null : s.indexOf('a');
    let half: number | null = n;
    if (i > 2) half = i / 2;
    const unit: string | null = i > 7 ? null : s.charAt(i);
    return { position: i > 1 ? found : i / 4, integer: half, unit: i > 3 ? unit : `${s}${unit}` };
  },
});

/** A variable that holds more pieces later, and sometimes null. */
export const reassigned = transform({
  input: { s: utf8, t: nullable(utf8), i: int32 },
  output: nullable(utf8),
  row({ s, t, i }) {
    type Text = string | null;
    let text: Text = t;
    if (i > 3) return text;
    const before: Text = text ?? <Text>s;
    if (i > 1) text = `${s}-${before}`;
    else if (i < 0) text = null;
    return text === null ? null : text + s;
  },
});

/** The default is larger than any value of the column; their sum leaves 32 bits. */
export const largeDefaults = transform({
  input: { k: nullable(int32), u: nullable(uint8), i: int8 },
  output: { twice: float64, product: float64, hash: int32, sum: float64 },
  row({ k, u, i }) {
    let twice = k ?? 2000000000;
    twice = twice + twice;
    const byte = u ?? 2000000000;
    let sum = u ?? i;
    for (let step = 0; step < 3; step++) sum = sum + (u ?? 1000000000);
    return { twice, product: byte * 2, hash: (byte * 5000000) | 0, sum };
  },
});

/** Beside null, texts are compared as numbers. */
export const orderedNulls = transform({
  input: { a: nullable(utf8), b: nullable(utf8), s: utf8 },
  output: { less: bool, atMost: bool, more: bool, atLeast: bool, beside: bool, unit: bool },
  row: ({ a, b, s }) => {
    const [first, second] = [a as string, b as string];
    return {
      less: first < second,
      atMost: first <= second,
      more: first > s,
      atLeast: s >= second,
      beside: second < '1',
      unit: (s[1] as string) < first,
    };
  },
});

/** A place of null or undefined has no element. */
export const nullPlaces = transform({
  input: { i: nullable(int32), xs: list(float64), s: utf8 },
  output: { element: nullable(float64), unit: nullable(utf8), literal: nullable(float64), constant: nullable(utf8), late: nullable(float64) },
  row: ({ i, xs, s }) => {
    const place = i as number;
    const late = (i === null ? undefined : i + 1) as number;
    return {
      element: xs[place] ?? null,
      unit: s[place] ?? null,
      literal: [s.length, 2.5][place] ?? null,
      constant: ['a', 'b', 'c'][place] ?? null,
      late: xs[late] ?? null,
    };
  },
});
