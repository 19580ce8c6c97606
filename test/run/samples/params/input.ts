import {
  bool,
  float32,
  float64,
  int8,
  int32,
  int64,
  nullable,
  transform,
  uint8,
  uint16,
  uint32,
  uint64,
  utf8,
} from 'rowfuse';

/** One of each type, and what a map makes of them. */
export const paramsOfNumbers = transform({
  input: { x: float64, i: int32, k: int64 },
  params: {
    scale: float64,
    single: float32,
    low: int8,
    high: nullable(uint8),
    step: uint16,
    wide: uint32,
    big: int64,
    most: uint64,
    invert: bool,
    sign: nullable(bool),
  },
  output: { scaled: float64, inside: bool, sum: float64, next: nullable(int64), same: bool },
  row({ x, i, k }, { params }) {
    const { scale, single, low, high } = params;
    const inside = i >= low && (high === null || i <= high);
    return {
      scaled: x * scale + single,
      inside: params.invert ? !inside : inside,
      sum: i + params.step + params.wide,
      next: params.sign === null ? null : params.sign ? k / 2n + params.big / 2n : k / 2n - params.big / 2n,
      same: BigInt.asUintN(64, k) === params.most,
    };
  },
});

/** Text that is searched for, cut and written. */
export const paramsOfText = transform({
  input: { s: utf8, t: nullable(utf8) },
  params: { needle: utf8, prefix: nullable(utf8), from: int32 },
  output: { at: int32, has: bool, before: utf8, joined: nullable(utf8), replaced: utf8, compared: bool, units: int32, cut: utf8 },
  row({ s, t }, { params: { needle, prefix, from } }) {
    return {
      at: s.indexOf(needle, from),
      has: needle.includes(s) || (t ?? '').startsWith(needle),
      before: s.slice(0, s.indexOf(needle)),
      joined: prefix === null ? t : `${prefix}${t}`,
      replaced: s.replaceAll(needle, prefix ?? '-'),
      compared: s < needle || s === prefix,
      units: needle.length + (prefix?.length ?? 0),
      cut: needle.slice(from, s.length) + needle.charAt(s.length),
    };
  },
});

/** The call provides only the text to compare with, so the result's length is bounded. */
export const keptByParam = transform({
  input: { name: utf8, visibility: utf8 },
  params: { visible: utf8 },
  output: utf8,
  row: ({ name, visibility }, { params: { visible } }) => (visibility === visible ? name.toUpperCase() : ''),
});

/** Parts of a param, which may have characters of two units where all columns are ASCII. */
export const paramParts = transform({
  input: { s: utf8, t: nullable(utf8), at: int32 },
  params: { text: utf8, other: nullable(utf8) },
  output: { unit: utf8, start: utf8, either: nullable(utf8), whole: utf8 },
  row: ({ s, t, at }, { params: { text, other } }) => ({
    unit: text.charAt(at),
    start: text.slice(0, 5),
    either: other === null ? (t ?? text).charAt(0) : (t ?? other).slice(0, at & 7),
    whole: at > 0 ? s : text.slice(1, 4),
  }),
});

/** Rows by number. */
export const numberedRows = transform({
  input: { s: utf8 },
  output: { line: utf8, even: bool, number: float64 },
  row: ({ s }, { index }) => ({ line: `${index + 1}: ${s}`, even: index % 2 === 0, number: index }),
});

export const numberedMap = transform({
  input: { x: float64 },
  params: { first: float64 },
  output: float64,
  row: ({ x }, told) => (told.index >= told.params.first ? x : told.index),
});

/** Rows that fail do not change the numbers of others. */
export const tolerantNumbering = transform({
  input: { s: utf8, n: float64 },
  output: { text: nullable(utf8), number: nullable(int32) },
  row({ s, n }, { index }) {
    if (n === 3 || s === 'b') throw new RangeError(`row ${index} has ${s}`);
    return { text: `${index}${s}`, number: index };
  },
});
