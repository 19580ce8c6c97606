// Calls that take more memory than their input: test/run/memory-limit.test.ts.
import { aggregate, collect, count, countDistinct, expand, float64, int32, largeUtf8, list, nullable, rolling, transform, utf8 } from 'rowfuse';

export const textManyTimes = transform({
  input: { s: utf8, times: int32 },
  output: utf8,
  row: ({ s, times }) => s.repeat(times & 1023),
});

/** A text that doubles in a loop: its length is unknown beforehand, and little of it remains. */
export const doublingText = transform({
  input: { s: utf8, times: int32 },
  output: utf8,
  row({ s, times }) {
    let text = s;
    for (let i = 0; i < (times & 15); i += 1) text += text;
    return text.slice(-8);
  },
});

export const widenedText = transform({ input: { s: utf8 }, output: nullable(largeUtf8), row: ({ s }) => `${s}!` });

export const copiedNumbers = transform({
  input: { x: float64 },
  output: { twice: float64, half: nullable(float64) },
  row: ({ x }) => ({ twice: 2 * x, half: x < 0 ? null : x / 2 }),
});

export const repeatedRows = expand({
  input: { s: utf8, times: int32 },
  output: { text: utf8, at: int32 },
  *rows({ s, times }) {
    for (let at = 0; at < (times & 255); at += 1) yield { text: s, at };
  },
});

export const listOfOneText = transform({
  input: { s: utf8, times: int32 },
  output: list(utf8),
  row({ s, times }) {
    const texts: string[] = [];
    for (let i = 0; i < (times & 63); i += 1) texts.push(s);
    return texts;
  },
});

export const windowedSums = rolling({
  input: { key: int32, x: float64, s: nullable(utf8) },
  output: { sum: nullable(float64), most: nullable(float64), first: nullable(utf8) },
  window: { preceding: 20, minPeriods: 0 },
  partitionBy: 'key',
  frame: ({ x, s }) => ({ sum: x.sum(), most: x.max(), first: s.first() }),
});

export const keptValues = aggregate({
  input: { key: utf8, x: float64, s: utf8 },
  key: 'key',
  output: { n: count(), x: collect('x'), s: collect('s'), different: countDistinct('s') },
});

export const manyGroups = aggregate({ input: { key: int32 }, key: 'key', output: { n: count() } });
