import { RowError } from '@rowfuse/runtime';
import {
  Bool,
  Float64,
  Int8,
  Int32,
  Int64,
  makeData,
  makeVector,
  TimestampMicrosecond,
  Uint64,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms, transformNamed } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

const transforms = await builtTransforms();
const named = (name: string) => transformNamed(transforms, name).run;

/** Integers below a limit, in sequence, the same for a seed. */
function dice(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % limit;
  };
}

const strange = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 5e-324, 2 ** 1023];

/** Doubles of every size with few exact sums; `share` of a thousand are NaN, infinite, or zero. */
function double(roll: (limit: number) => number, share: number): number {
  if (roll(1000) < share) return strange[roll(strange.length)] ?? 0;
  return (roll(2 ** 24) - 2 ** 23) * 2 ** (roll(80) - 40);
}

/** Ways in which the rows of a table are partitioned: each maps a row's number to its partition. */
const partitionings: Readonly<Record<string, (row: number, rows: number, roll: (limit: number) => number) => number>> =
  {
    'one of all rows': () => 1,
    'side by side': (row) => Math.floor(row / 300) % 100,
    'of many sizes, side by side': (row) => Math.floor(Math.sqrt(row)) % 120,
    'turn by turn': (row) => row % 3,
    'by chance': (_, __, roll) => roll(5),
    'one large, others small': (_, __, roll) => (roll(10) > 0 ? 0 : roll(100)),
    'of one row, and the rest': (row, rows) => (row < 100 ? row : rows % 7),
  };

const shape = fc.record({
  rows: fc.oneof(
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 200, max: 600 }),
    fc.integer({ min: 3000, max: 6000 }),
  ),
  partitioning: fc.constantFrom(...Object.keys(partitionings)),
  seed: fc.integer(),
  cut: fc.boolean(),
  strangers: fc.constantFrom(0, 2, 300),
  nulls: fc.constantFrom(0, 3, 10),
});

/** Returns a column in one piece, or in several, each a slice of more. */
function placed(vector: Vector, cut: boolean, roll: (limit: number) => number): Vector {
  if (!cut || vector.length < 4) return vector;
  const half = roll(vector.length);
  const [data] = vector.data;
  return data ? new Vector([data.slice(0, half), data.slice(half, vector.length - half)]) : vector;
}

type Made = Record<string, Vector>;

function table({ rows, partitioning, seed, cut, strangers, nulls }: Shape): Made {
  const roll = dice(seed);
  const place = partitionings[partitioning] ?? (() => 0);
  const list = <T>(make: (row: number) => T) => Array.from({ length: rows }, (_, row) => make(row));
  const orNull = <T>(value: T) => (nulls > 0 && roll(nulls) === 0 ? null : value);
  let now = 0;
  const at = Float64Array.from(list(() => (now += roll(4) === 0 ? roll(40) / 8 : 0)));
  let tick = 1_700_000_000_000_000n;
  const ticks = BigInt64Array.from(list(() => (tick += BigInt(roll(3) === 0 ? roll(20_000) : 0))));
  const keys = list((row) => place(row, rows, roll));
  const columns: Made = {
    key: vectorFromArray(
      keys.map((key) => (key === 4 ? null : key)),
      new Int8(),
    ),
    number: vectorFromArray(keys, new Int32()),
    shop: vectorFromArray(
      keys.map((key) => `shop ${key % 4}`),
      new Utf8(),
    ),
    till: vectorFromArray(
      keys.map((key) => (key === 2 ? null : key)),
      new Int8(),
    ),
    time: new Vector([makeData({ type: new TimestampMicrosecond(), data: ticks })]),
    at: makeVector(at),
    x: vectorFromArray(
      list(() => orNull(double(roll, strangers))),
      new Float64(),
    ),
    y: vectorFromArray(
      list(() => orNull(double(roll, strangers))),
      new Float64(),
    ),
    there: makeVector(Float64Array.from(list(() => double(roll, strangers)))),
    n: vectorFromArray(
      list(() => BigInt(roll(2 ** 24) - 2 ** 23) << BigInt(roll(38))),
      new Int64(),
    ),
    m: vectorFromArray(
      list(() => orNull(BigInt(roll(2 ** 24)) << BigInt(roll(40)))),
      new Uint64(),
    ),
    ok: vectorFromArray(
      list(() => roll(2) === 0),
      new Bool(),
    ),
    note: vectorFromArray(
      list((row) => orNull(`note ${row % 11}`)),
      new Utf8(),
    ),
  };
  // Columns are cut at the same rows.
  const cuts = roll(2 ** 24);
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, placed(column, cut, dice(cuts))]));
}

type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

describe.each(backendsUnderTest)('%s: reductions of windows that columns bound, and beside text', (backend) => {
  const samples: Readonly<Record<string, (made: Made) => Made>> = {
    partitionedSummary: ({ key, x, n, m, ok }) => ({ key, x, n, m, ok }) as Made,
    closeSummary: ({ at, there, n }) => ({ at, x: there, n }) as Made,
    lastSeconds: ({ shop, till, time, x, y }) => ({ shop, till, time, x, y }) as Made,
    shownSummary: ({ there, y, note }) => ({ x: there, y, note }) as Made,
  };

  it.each(Object.entries(samples))(
    '%s has the bits of the reference',
    async (name, columnsOf) => {
      await fc.assert(
        fc.asyncProperty(shape, async (given) => {
          const columns = columnsOf(table(given));
          const expected = outcomeOf(named(name).reference(columns));
          expect(outcomeOf(await named(name)(columns, { backend }))).toEqual(expected);
        }),
        { numRuns: backend === 'js' ? 3 : 20 },
      );
    },
    300_000,
  );

  it('continue after rows that failed', async () => {
    const shapes = fc.sample(shape, { numRuns: 6, seed: 7 });
    let failed = 0;
    for (const given of shapes) {
      const { number, x } = table(given);
      const columns = { key: number, x } as Made;
      const expected = named('checkedMean').reference(columns, { onError: 'collect' });
      const actual = await named('checkedMean')(columns, { backend, onError: 'collect' });
      expect(outcomeOf(actual.result)).toEqual(outcomeOf(expected.result));
      const rowsOf = (errors: readonly unknown[]) =>
        errors.map((error) => (error instanceof RowError ? error.row : -1));
      expect(rowsOf(actual.errors)).toEqual(rowsOf(expected.errors));
      failed += actual.errors.length;
    }
    expect(failed).toBeGreaterThan(20);
  });
});
