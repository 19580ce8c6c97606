import { aggregate, binary, collect, count, countDistinct, int64, lines, sum, transform, utf8 } from 'rowfuse';

/** Groups whose keys somebody has chosen to collide: test/run/hash-flooding.test.ts. */
export const chosenNumbers = aggregate({ input: { n: int64 }, key: 'n', output: { rows: count() } });
export const chosenPairs = aggregate({ input: { n: int64, m: int64 }, key: ['n', 'm'], output: { total: sum('m') } });
export const chosenTexts = aggregate({ input: { s: utf8, n: int64 }, key: 's', output: { all: collect('n') } });
export const chosenValues = aggregate({
  input: { b: binary, n: int64 },
  key: [],
  output: { bytes: countDistinct('b'), numbers: countDistinct('n') },
});

const wholeLines = transform({ input: lines(), output: { text: utf8 }, row: ({ line }) => ({ text: line }) });

export const chosenLines = aggregate({ from: wholeLines, key: 'text', output: { rows: count() } });
