import {
  aggregate,
  count,
  expand,
  first,
  float64,
  int8,
  int32,
  lines,
  max,
  mean,
  nullable,
  rolling,
  transform,
  utf8,
} from 'rowfuse';

/** Text whose size has a bound: one pass into memory of that size. */
export const initials = transform({
  input: { name: utf8, other: nullable(utf8) },
  output: utf8,
  row({ name, other }) {
    const space = name.indexOf(' ');
    return space < 0 || other === null ? 'X X' : `${name.charAt(space + 1)} ${name.slice(0, space)}`;
  },
});

/** Text of any size: one pass into memory that grows, or two. */
export const repeated = transform({
  input: { name: utf8, times: int32 },
  output: { text: utf8, units: int32 },
  row({ name, times }) {
    let text = '';
    for (let i = 0; i < times % 7; i++) text += name.toUpperCase();
    return { text, units: text.length };
  },
});

/** The last rows of some inputs have no result. */
export const narrow = transform({
  input: { times: int32, share: nullable(float64) },
  output: nullable(int8),
  row: ({ times, share }) => (share === null ? null : times),
});

export const words = expand({
  input: { name: utf8, share: nullable(float64) },
  output: { word: utf8, share: nullable(float64) },
  *rows({ name, share }) {
    for (const word of name.split(' ')) if (word !== '') yield { word, share };
  },
});

export const movingMean = rolling({
  input: { share: float64 },
  output: nullable(float64),
  window: { preceding: 299 },
  frame: ({ share }) => share.mean(),
});

export const movingSum = rolling({
  input: { share: float64 },
  output: nullable(float64),
  window: { preceding: 29 },
  frame({ share }) {
    let sum = 0;
    for (const value of share) sum += value;
    return sum;
  },
});

export const byName = aggregate({
  input: { name: utf8, times: int32, share: nullable(float64) },
  key: 'name',
  output: { mean: mean('share'), most: max('times'), first: first('times'), n: count() },
});

const readings = transform({
  input: lines(),
  output: { station: utf8, degrees: float64 },
  row({ line }) {
    const end = line.indexOf(';');
    if (end < 0) throw new Error('expected "station;degrees"');
    return { station: line.slice(0, end), degrees: Number(line.slice(end + 1)) };
  },
});

export const stations = aggregate({
  from: readings,
  key: 'station',
  output: { mean: mean('degrees'), most: max('degrees'), n: count() },
});
