import { bool, float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';
import * as tables from './tables.js';
import { Level, limits as bounds, rates, Unit } from './tables.js';

const codes: Record<string, number> = { a: 1, b: 2, ab: 3, public: 4, '': 5, 'John Doe': 6, '✓': 7, '😀': 8, 0: 9, 1: 10 };
const few: Record<string, string> = { a: 'first', b: 'second' };
const mixed: Record<string, string | null | undefined> = { a: null, b: undefined, private: 'x', A: 'y', é: '\ude00z' };
const byNumber: Record<number, string> = { 0: 'zero', 1: 'one', 7: 'seven', [-1]: 'minus one', 1.5: 'half', NaN: 'none', Infinity: 'all' };
const plain = { __proto__: null, a: 1, constructor: 2 } as unknown as Record<string, number>;

/** `object[key]` of plain objects: own keys, missing ones, and inherited names, which fail the row. */
export const objectLookups = transform({
  input: { s: utf8, t: nullable(utf8), n: float64, k: int32, b: bool },
  output: { code: nullable(float64), few: utf8, mixed: nullable(utf8), number: nullable(utf8), int: nullable(utf8), plain: nullable(float64), nulls: nullable(float64), has: bool, own: bool, inside: bool, rope: bool },
  row: ({ s, t, n, k, b }) => ({
    code: codes[s] ?? null,
    few: few[s] ?? 'other',
    mixed: mixed[s.charAt(0)] ?? null,
    number: byNumber[n] ?? null,
    int: byNumber[k] ?? null,
    plain: plain[s] ?? null,
    nulls: words3[t === null ? 'null' : b ? 'true' : t] ?? null,
    has: s in codes,
    own: Object.hasOwn(codes, s),
    inside: k in byNumber,
    rope: `${s}${k}` in codes,
  }),
});
const words3: Record<string, number> = { null: 1, a: 2, true: 3, undefined: 4 };

/** Nested objects: the row is found once, and its properties are columns of a table. */
export const nestedLookups = transform({
  input: { s: utf8, t: utf8, i: int32 },
  output: { vat: nullable(float64), name: utf8, euro: nullable(bool), known: bool, either: float64, deep: nullable(utf8), element: nullable(int32), last: nullable(int32) },
  row({ s, t, i }) {
    const found = rates[s];
    const { vat, name } = rates[t] ?? rates.a ?? { vat: 0, name: '' };
    return {
      vat: found?.vat ?? null,
      name: found === undefined ? name : found.name,
      euro: found ? found.euro : null,
      known: found !== undefined && found != null,
      either: (rates[s] ?? (rates.b as { vat: number })).vat + vat,
      deep: deep[t.length > 2 ? 'x' : 'y']?.[s] ?? null,
      element: matrix[i]?.[s.length] ?? null,
      last: matrix.at(i)?.at(-1) ?? null,
    };
  },
});
const deep: Record<string, Record<string, string>> = { x: { a: 'xa', '✓': 'x✓' }, y: { b: 'yb', a: 'ya' } };
const matrix: readonly (readonly number[])[] = [[1, 2, 3], [4, 5, 6], [-7, 8, 9]];

/** A property of a missing row fails. */
export const missingRow = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) => (rates[s] as { name: string }).name,
});

const byKey = new Map<string | number | boolean | null, string>([['a', 'letter'], [0, 'zero'], [Number.NaN, 'nan'], [true, 'yes'], [null, 'nothing'], ['b', 'other'], [1, 'one'], [0.5, 'half']]);
const sizes = new Map([[1n, 'one'], [2n ** 40n, 'big'], [-5n, 'minus'], [7n, 'seven'], [8n, 'eight'], [2n ** 62n, 'huge']]);

/** `map.get` and `map.has` by SameValueZero. */
export const mapLookups = transform({
  input: { s: utf8, n: nullable(float64), b: bool, k: int64 },
  output: { text: nullable(utf8), number: nullable(utf8), truth: nullable(utf8), size: nullable(utf8), wide: nullable(utf8), has: bool, count: int32 },
  row: ({ s, n, b, k }) => ({
    text: byKey.get(s) ?? null,
    number: byKey.get(n) ?? null,
    truth: byKey.get(b) ?? null,
    size: sizes.get(k) ?? null,
    wide: sizes.get(k * 1000n) ?? null,
    has: byKey.has(s) || byKey.has(n),
    count: byKey.size,
  }),
});

const words = 'public private a b ab A é ✓ 😀 John quotes zz'.split(' ');
const numbers = [5, 3, 1, 5, -0, Number.NaN, 2.5];

/** Elements of arrays, their places, and what arrays hold. */
export const listLookups = transform({
  input: { s: utf8, n: float64, k: int32 },
  output: { word: nullable(utf8), at: nullable(utf8), fraction: nullable(float64), place: int32, number: int32, last: int32, held: bool, many: bool, length: int32, digit: utf8 },
  row: ({ s, n, k }) => ({
    word: words[k] ?? null,
    at: words.at(n) ?? null,
    fraction: numbers[n] ?? null,
    place: words.indexOf(s),
    number: numbers.indexOf(n),
    last: numbers.lastIndexOf(n),
    held: numbers.includes(n),
    many: [...words, 'x', 'y', 'z', 'Doe', 'John Doe', ' ', '\t', ',', 'ß', 'c', 'd', 'e', 'f', 'g', 'h'].includes(s),
    length: words.length + numbers.length,
    digit: `${['nought', 'one', 'two'][k] ?? `${k}`}`,
  }),
});

/** Enums both ways, constants of a namespace, of objects and by destructuring. */
const { low, high: highest } = bounds;
export const enums = transform({
  input: { k: int32, s: utf8 },
  output: { level: nullable(utf8), value: int32, unit: utf8, low: float64, names: nullable(utf8), isHigh: bool, namespaced: float64 },
  row: ({ k, s }) => ({
    level: Level[k] ?? null,
    value: k > 3 ? Level.High : Level['Middle'],
    unit: s === 'a' ? Unit.Metre : Unit.Second,
    low: low + highest + bounds.low,
    names: bounds.names[k] ?? null,
    isHigh: k === Level.High,
    namespaced: tables.limits.high * tables.rates['a']!.vat,
  }),
});

/** Loops over constants: elements, pairs, keys. */
export const constantLoops = transform({
  input: { s: utf8, n: float64 },
  output: { found: utf8, sum: float64, names: utf8, first: int32 },
  row({ s, n }) {
    let found = 'none';
    for (const [key, { name, vat }] of Object.entries(rates)) {
      if (key === s) continue;
      if (vat < n) {
        found = `${key}:${name}`;
        break;
      }
    }
    let sum = 0;
    for (const number of numbers) sum += number === n ? 1 : number / 2;
    let names = '';
    for (const word of words) if (s.includes(word)) names += `${word},`;
    for (const [key, value] of sizes) if (value.startsWith(s)) names += `${key}`;
    for (const key of Object.keys(codes)) names += key.slice(0, 1);
    let first = 0;
    for (const c of 'ab✓') {
      if (s.startsWith(c)) return { found, sum, names, first };
      first += 1;
    }
    return { found, sum, names, first };
  },
});

const missing = 'nowhere';
const textOf: Record<string, string> = { a: 'b' };
/** A known key that is missing. */
export const knownMissing = transform({
  input: { s: utf8 },
  output: nullable(utf8),
  row: ({ s }) => rates[missing]?.name ?? (matrix[99]?.[s.length] === undefined ? textOf[s] : s) ?? null,
});

const sparse: Record<string, { readonly inner?: { readonly n: number } | null; readonly size?: number }> = {
  a: { inner: { n: 1 }, size: 2 },
  b: { inner: null },
  '✓': {},
};
const fallback = { n: 9 };
/** A missing or null inner value gives way to the right side of `??`, and to defaults. */
export const sparseLookups = transform({
  input: { s: utf8 },
  output: { inner: float64, known: float64, size: float64, all: float64 },
  row({ s }) {
    const { size = 7 } = sparse[s] ?? { size: -1 };
    return {
      inner: (sparse[s]?.inner ?? fallback).n,
      known: (sparse[missing] ?? sparse.a)?.size ?? 0,
      size,
      all: (sparse[s]?.inner ?? sparse[missing]?.inner ?? fallback).n,
    };
  },
});

const known = ['a', 'b', 'ab'];
const places = [10, 20, 30];

/** The place of what a list does not hold is -1, also where numbers are cut, divided or multiplied. */
export const missingPlaces = transform({
  input: { s: utf8, k: int32 },
  output: { cut: float64, half: int32, sign: float64, sum: int32, item: float64, at: float64 },
  row({ s, k }) {
    const place = known.indexOf(s);
    return {
      cut: known.indexOf(s) >>> 0,
      half: Math.floor(known.indexOf(s) / 2),
      sign: 1 / (known.indexOf(s) * 0),
      sum: place < 0 ? place - 2147483647 : place,
      item: (places.indexOf(k) + 1) * 0.5,
      at: places.indexOf(k) >>> 1,
    };
  },
});

/** Lookups in objects that are written in the row function, with constants and with values of the row. */
export const localLookups = transform({
  input: { s: utf8, t: nullable(utf8), k: int32 },
  output: { value: int32, other: utf8, chosen: float64, filled: utf8, letters: float64, place: nullable(utf8) },
  row({ s, t, k }) {
    const values: Record<string, number> = { a: 1, b: 2, ab: 3, 'John Doe': 4 };
    const texts: Record<string, string> = { a: s, b: t ?? 'none', name: `${s}${k}` };
    let letters = 0;
    for (const letter of s) letters += values[letter] ?? 0;
    return {
      value: values[s] ?? -1,
      other: texts[t ?? 'name'] ?? 'other',
      chosen: (k > 0 ? values[s] : texts[s]?.length) ?? 0,
      filled: s.replace(/[a-z]/g, (key) => texts[key] ?? key),
      letters,
      place: ({ 0: 'zero', 1: 'one' } as Record<number, string>)[k] ?? null,
    };
  },
});
