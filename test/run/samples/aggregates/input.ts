// Groups of rows: keys of every type, every aggregate, nulls in both, and sources that filter and expand rows.
import {
  aggregate, any, binary, bool, count, date32, dictionary, every, expand, first, float32, float64, int8, int16, int32, int64, largeUtf8, last, max,
  mean, min, nullable, pipe, sha256, stddev, sum, timestamp, transform, uint8, uint16, uint32, uint64, utf8, variance,
} from 'rowfuse';

export const groupsByText = aggregate({
  input: { key: utf8, n: int32 },
  key: 'key',
  output: { rows: count(), total: sum('n'), average: mean('n'), low: min('n'), high: max('n') },
});

export const groupsByNothing = aggregate({
  input: { n: nullable(int32) },
  key: [],
  output: { rows: count(), present: count('n'), total: sum('n') },
});

export const groupsCounted = aggregate({ input: { n: int32 }, key: [], output: { rows: count() } });

export const groupsByFloat = aggregate({
  input: { x: nullable(float64), y: float32 },
  key: ['x', 'y'],
  output: { rows: count() },
});

export const groupsBySmall = aggregate({
  input: { a: nullable(int8), b: bool, c: uint8, n: int64 },
  key: ['b', 'a', 'c'],
  output: { total: sum('n'), head: first('n'), tail: last('n') },
});

export const groupsByMixed = aggregate({
  input: { word: nullable(utf8), code: int16, long: nullable(largeUtf8), raw: binary, country: nullable(dictionary(utf8)) },
  key: ['word', 'code', 'long', 'raw', 'country'],
  output: { rows: count() },
});

export const groupsByTime = aggregate({
  input: { day: nullable(date32), second: timestamp('s'), micro: nullable(timestamp('us', 'UTC')), n: int32 },
  key: ['day', 'second'],
  output: { earliest: min('micro'), latest: max('micro'), head: first('micro'), tail: last('day'), spread: max('second') },
});

export const groupsOfIntegers = aggregate({
  input: { key: nullable(bool), a: nullable(int8), b: uint16, c: nullable(uint32), d: int64, e: nullable(uint64) },
  key: 'key',
  output: {
    a: sum('a'), b: sum('b'), c: sum('c'), e: max('e'), meanA: mean('a'), meanC: mean('c'), meanD: mean('d'), meanE: mean('e'),
    lowA: min('a'), highC: max('c'), lowD: min('d'), varianceA: variance('a'), varianceC: variance('c'), varianceD: variance('d'),
    varianceE: variance('e'), stddevB: stddev('b'),
  },
});

export const groupsOfSums = aggregate({
  input: { key: int8, d: int64, e: uint64 },
  key: 'key',
  output: { d: sum('d'), e: sum('e') },
});

export const groupsOfFloats = aggregate({
  input: { key: nullable(bool), x: nullable(float64), y: float32 },
  key: 'key',
  output: {
    x: sum('x'), y: sum('y'), meanX: mean('x'), meanY: mean('y'), lowX: min('x'), highX: max('x'), lowY: min('y'), highY: max('y'),
    varianceX: variance('x'), stddevY: stddev('y'), headX: first('x'), tailY: last('y'),
  },
});

export const groupsOfText = aggregate({
  input: { key: nullable(bool), s: nullable(utf8), t: utf8, raw: nullable(binary) },
  key: 'key',
  output: {
    low: min('s'), high: max('s'), head: first('s'), tail: last('t'), present: count('s'), lowT: min('t'), highT: max('t'), headRaw: first('raw'),
  },
});

export const groupsOfBools = aggregate({
  input: { key: int8, b: nullable(bool), c: bool },
  key: 'key',
  output: { any: any('b'), every: every('b'), anyC: any('c'), everyC: every('c'), low: min('b'), high: max('c'), head: first('b') },
});

const groupedWords = expand({
  input: { id: int32, line: nullable(utf8) },
  output: { word: utf8, length: int32 },
  keep: ['id'],
  *rows({ line }) {
    if (line === null) return;
    for (const word of line.split(' ')) if (word !== '') yield { word: word.toLowerCase(), length: word.length };
  },
});
export const groupsOfWords = aggregate({
  from: groupedWords,
  key: 'word',
  output: { n: count(), total: sum('length'), least: min('id'), head: first('id'), tail: last('id') },
});
export const groupsOfWordRows = aggregate({ from: groupedWords, key: [], output: { n: count() } });

const groupedNumbers = transform({
  input: { x: float64, n: int32, s: utf8 },
  output: { half: float32, small: int8, text: utf8, unused: int8 },
  params: { limit: int32 },
  where: ({ n }, { params }) => n % 7 !== params.limit % 7,
  row({ x, n, s }, { index }) {
    if (n === 3) throw new Error('three');
    return { half: x / 2, small: n % 100, text: `${s.slice(0, 2)}${index % 3}`, unused: n };
  },
});
export const groupsOfMade = aggregate({
  from: groupedNumbers,
  key: ['text', 'small'],
  output: { total: sum('half'), high: max('half'), n: count() },
});

const groupedTrim = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name.trim() });
const groupedUpper = transform({ input: { words: utf8 }, output: utf8, row: ({ words }) => words.toUpperCase() });
const groupedPipe = pipe(groupedTrim, groupedUpper);
export const groupsOfPipe = aggregate({ from: groupedPipe, key: 'groupedPipe', output: { n: count(), most: max('groupedPipe') } });

/** A source that is written in place has the name of the aggregate, and a source within a pipe has none. */
export const groupsOfTrimmed = aggregate({
  from: transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name.trim() }),
  key: 'groupsOfTrimmed',
  output: { n: count() },
});
export const groupsOfLetters = aggregate({
  from: pipe(
    transform({ input: { name: utf8 }, output: { name: utf8 }, row: ({ name }) => ({ name: name.trim() }) }),
    expand({
      input: { name: utf8 },
      output: { letter: utf8, place: int32 },
      *rows({ name }) {
        for (let place = 0; place < name.length; place += 1) yield { letter: name[place] ?? '', place };
      },
    }),
  ),
  key: 'letter',
  output: { n: count(), places: sum('place') },
});

/** Keys and values that are computed, of any length. */
const groupedShown = transform({
  input: { name: utf8, n: int32 },
  output: { shown: utf8, repeated: utf8 },
  keep: ['name'],
  row: ({ name, n }) => ({ shown: `${name.slice(0, 40)}|${name.length & 7}`, repeated: name.toUpperCase().repeat(n & 3) }),
});
export const groupsOfShown = aggregate({
  from: groupedShown,
  key: 'shown',
  output: { n: count(), least: min('name'), most: max('name'), high: max('repeated'), head: first('repeated') },
});

export const groupsInAnyOrder = aggregate({
  input: { key: nullable(utf8), n: int8 },
  key: ['key', 'n'],
  output: { rows: count() },
  order: 'none',
});

/** Keys in buffers of the row function, which end with the row: digests, and texts of numbers. */
const digestedRows = transform({
  input: { s: utf8, n: float64 },
  output: { digest: utf8, digits: nullable(utf8), n: float64 },
  row: ({ s, n }) => ({ digest: sha256(s).slice(0, 1), digits: n > 9 ? null : String(n).slice(0, 2), n }),
});

export const groupsByDigest = aggregate({
  from: digestedRows,
  key: ['digest', 'digits'],
  output: { rows: count(), most: max('n') },
});
