// User-defined aggregates: states of every kind, nulls, functions that fail, sources that filter and expand rows.
import {
  aggregate, bool, collect, count, date32, expand, float32, float64, int8, int32, int64, lines, max, mean, min, nullable, reduce, timestamp, transform,
  uint32, uint64, utf8,
} from 'rowfuse';

const weightedMean = reduce({
  input: { price: float64, volume: float32 },
  state: { total: float64, volume: float64 },
  output: nullable(float64),
  init: () => ({ total: 0, volume: 0 }),
  step: (state, { price, volume }) => ({ total: state.total + price * volume, volume: state.volume + volume }),
  merge: (a, b) => ({ total: a.total + b.total, volume: a.volume + b.volume }),
  finish: ({ total, volume }) => (volume === 0 ? null : total / volume),
});

export const reducedMeans = aggregate({
  input: { key: int8, price: float64, volume: float32 },
  key: 'key',
  output: { weighted: weightedMean, rows: count(), plain: mean('price') },
});

/** The result of `merge` shows which rows are the last of a run of blocks: a digest of the order. */
export const reducedOrder = aggregate({
  input: { key: nullable(utf8), n: uint32 },
  key: 'key',
  output: {
    rows: count(),
    digest: reduce({
      input: { n: uint32 },
      state: { hash: uint32, rows: int64, merges: int32 },
      output: float64,
      init: () => ({ hash: 2166136261, rows: 0n, merges: 0 }),
      step(state, { n }) {
        const mixed = Math.imul(state.hash ^ n, 16777619) >>> 0;
        return { hash: mixed, rows: state.rows + 1n, merges: state.merges };
      },
      merge: (earlier, later) => ({
        hash: (Math.imul(earlier.hash, 31) + later.hash) >>> 0,
        rows: earlier.rows + later.rows,
        merges: earlier.merges + later.merges + 1,
      }),
      finish: ({ hash, rows, merges }) => hash + Number(rows % 1000n) * 2 ** 32 + merges * 2 ** 44,
    }),
  },
});

const smallest = { limit: 1000 };

function clamp(value: number): number {
  return Math.min(value, smallest.limit);
}

/** Nullable fields of the state, nulls in the rows, text that is read, a helper and a constant of the module. */
export const reducedKinds = aggregate({
  input: { key: nullable(bool), word: nullable(utf8), day: nullable(date32), at: timestamp('us'), flag: bool, big: uint64, x: nullable(float64) },
  key: 'key',
  output: {
    longest: reduce({
      input: { word: nullable(utf8), flag: bool },
      state: { length: nullable(int32), flags: int32, seen: bool },
      output: nullable(int32),
      init: () => ({ length: null, flags: 0, seen: false }),
      step(state, { word, flag }) {
        if (word === null) return { ...state, seen: true };
        const length = clamp(word.length);
        return {
          length: state.length === null || length > state.length ? length : state.length,
          flags: state.flags + (flag ? 1 : 0),
          seen: true,
        };
      },
      merge: (a, b) => ({
        length: a.length === null ? b.length : b.length === null ? a.length : Math.max(a.length, b.length),
        flags: a.flags + b.flags,
        seen: a.seen || b.seen,
      }),
      finish: ({ length, flags, seen }) => (seen && length !== null ? length * 3 + flags : null),
    }),
    span: reduce({
      input: { day: nullable(date32), at: timestamp('us') },
      state: { first: nullable(date32), last: nullable(date32), at: timestamp('us') },
      output: nullable(date32),
      init: () => ({ first: null, last: null, at: 0n }),
      step: ({ first, last }, { day, at }) => ({
        first: day !== null && (first === null || day < first) ? day : first,
        last: day !== null && (last === null || day > last) ? day : last,
        at,
      }),
      merge: (a, b) => ({
        first: a.first === null || (b.first !== null && b.first < a.first) ? b.first : a.first,
        last: a.last === null || (b.last !== null && b.last > a.last) ? b.last : a.last,
        at: b.at,
      }),
      finish: ({ first, last }) => (first === null || last === null ? null : last > first ? last : first),
    }),
    mixed: reduce({
      input: { big: uint64, x: nullable(float64) },
      state: { bits: uint64, worst: float32 },
      output: float64,
      init: () => ({ bits: 0n, worst: -Infinity }),
      step: ({ bits, worst }, row) => ({ bits: bits ^ row.big, worst: Math.max(worst, row.x ?? worst) }),
      merge: (a, b) => ({ bits: a.bits ^ b.bits, worst: Math.max(a.worst, b.worst) }),
      finish: ({ bits, worst }) => worst + Number(bits & 0xffn),
    }),
    words: max('word'),
    days: collect('day'),
  },
});

/** Blocks count the rows of the input, so they leave out filtered rows without shifting. */
const odd = transform({
  input: { key: int8, n: int32 },
  where: ({ n }) => n % 3 !== 0,
  output: { key: int8, half: float64 },
  row: ({ key, n }) => ({ key, half: n / 7 }),
});

const runningTotal = reduce({
  input: { half: float64 },
  state: { sum: float64 },
  output: float64,
  init: () => ({ sum: 0 }),
  step: ({ sum }, { half }) => ({ sum: sum * 0.999 + half }),
  merge: (a, b) => ({ sum: a.sum * 0.5 + b.sum }),
  finish: ({ sum }) => sum,
});

export const reducedOfSome = aggregate({ from: odd, key: 'key', output: { total: runningTotal, least: min('half') } });

const halves = expand({
  input: { key: int8, n: int32 },
  output: { key: int8, half: float64 },
  *rows({ key, n }) {
    for (let i = 0; i < (n & 3); i += 1) yield { key, half: n / (i + 2) };
  },
});

export const reducedOfMany = aggregate({ from: halves, key: 'key', order: 'none', output: { total: runningTotal } });

export const reducedRows = aggregate({
  input: { n: int32 },
  key: [],
  output: {
    rows: reduce({
      input: {},
      state: { rows: int32 },
      output: int32,
      init: () => ({ rows: 0 }),
      step: ({ rows }) => ({ rows: rows + 1 }),
      merge: (a, b) => ({ rows: a.rows + b.rows }),
      finish: ({ rows }) => rows,
    }),
  },
});

/** Fails where the functions do: a state that its column cannot hold, a `throw`, a merge, a result. */
export const reducedSmall = aggregate({
  input: { key: int8, n: int32 },
  key: 'key',
  output: {
    sum: reduce({
      input: { n: int32 },
      state: { sum: int8 },
      output: int8,
      init: () => ({ sum: 0 }),
      step: ({ sum }, { n }) => {
        if (n === 77) throw new Error(`no ${n}`);
        return { sum: sum + n };
      },
      merge: (a, b) => ({ sum: a.sum + b.sum }),
      finish: ({ sum }) => {
        if (sum === 99) throw new Error('no 99');
        return sum * 2;
      },
    }),
  },
});

const fields = transform({
  input: lines(),
  output: { name: utf8, x: float64 },
  row({ line }) {
    const at = line.indexOf(';');
    return { name: line.slice(0, Math.max(at, 0)), x: Number(line.slice(at + 1)) };
  },
});

export const reducedLines = aggregate({
  from: fields,
  key: 'name',
  output: {
    rows: count(),
    alternating: reduce({
      input: { x: float64 },
      state: { sum: float64 },
      output: float64,
      init: () => ({ sum: 0 }),
      step: ({ sum }, { x }) => ({ sum: x - sum / 3 }),
      merge: (a, b) => ({ sum: a.sum / 2 + b.sum }),
      finish: ({ sum }) => sum,
    }),
  },
});

/** Lines some of which fail, and some that no state can hold. */
const strictFields = transform({
  input: lines(),
  output: { name: utf8, x: float64 },
  row({ line }) {
    const at = line.indexOf(';');
    if (at < 0) throw new Error('no semicolon');
    return { name: line.slice(0, at), x: Number(line.slice(at + 1)) };
  },
});

export const reducedLineSums = aggregate({
  from: strictFields,
  key: 'name',
  output: {
    sum: reduce({
      input: { x: float64 },
      state: { sum: float64 },
      output: float64,
      init: () => ({ sum: 0 }),
      step: ({ sum }, { x }) => {
        if (x === 12345.5) throw new Error('no such number');
        return { sum: sum + x };
      },
      merge: (a, b) => ({ sum: a.sum - b.sum }),
      finish: ({ sum }) => sum,
    }),
  },
});

/** States that functions return unchanged. */
export const reducedSecond = aggregate({
  input: { key: int8, price: float64 },
  key: 'key',
  output: {
    second: reduce({
      input: { price: float64 },
      state: { first: nullable(float64), second: nullable(float64) },
      output: nullable(float64),
      init: () => ({ first: null, second: null }),
      step(state, { price }) {
        if (state.first === null || price > state.first) return { first: price, second: state.first };
        return state.second === null || price > state.second ? { ...state, second: price } : state;
      },
      merge(earlier, later) {
        if (earlier.first === null) return later;
        if (later.first === null) return earlier;
        return earlier.first < later.first ? later : earlier;
      },
      finish: (state) => state.second,
    }),
  },
});
