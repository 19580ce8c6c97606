// Aggregates that keep the values of a group: lists of them, and the number of distinct values.
import {
  aggregate, binary, bool, collect, count, countDistinct, date32, dictionary, float32, float64, int8, int64, largeUtf8, lines, nullable, timestamp,
  transform, uint32, utf8,
} from 'rowfuse';

export const collectedNumbers = aggregate({
  input: { key: nullable(bool), a: int8, b: nullable(uint32), c: int64, x: nullable(float64), y: float32 },
  key: 'key',
  output: { a: collect('a'), b: collect('b'), c: collect('c'), x: collect('x'), y: collect('y'), n: count() },
});

export const collectedTexts = aggregate({
  input: { key: int8, s: utf8, t: nullable(utf8), long: nullable(largeUtf8), raw: nullable(binary), country: dictionary(utf8) },
  key: 'key',
  output: { s: collect('s'), t: collect('t'), long: collect('long'), raw: collect('raw'), country: collect('country') },
});

export const collectedOthers = aggregate({
  input: { key: nullable(utf8), b: nullable(bool), c: bool, day: nullable(date32), second: timestamp('s'), micro: nullable(timestamp('us', 'UTC')) },
  key: 'key',
  output: { b: collect('b'), c: collect('c'), day: collect('day'), second: collect('second'), micro: collect('micro'), keys: collect('key') },
});

export const distinctValues = aggregate({
  input: { key: nullable(bool), a: nullable(int8), x: nullable(float64), y: float32, s: nullable(utf8), t: utf8, raw: binary, b: nullable(bool), day: date32 },
  key: 'key',
  output: {
    a: countDistinct('a'), x: countDistinct('x'), y: countDistinct('y'), s: countDistinct('s'), t: countDistinct('t'), raw: countDistinct('raw'),
    b: countDistinct('b'), day: countDistinct('day'), n: count('s'),
  },
});

const partsOfLines = transform({
  input: lines(),
  output: { head: utf8, tail: nullable(utf8), length: int8 },
  row: ({ line }) => ({ head: line.slice(0, 1).toUpperCase(), tail: line.length > 1 ? line.slice(1) : null, length: line.length % 100 }),
});
export const collectedLines = aggregate({
  from: partsOfLines,
  key: 'head',
  output: { tails: collect('tail'), lengths: collect('length'), different: countDistinct('tail') },
});
