import { OptionError, RowError } from '@rowfuse/runtime';
import {
  Float64,
  Int8,
  Int64,
  LargeUtf8,
  makeData,
  makeVector,
  Table,
  TimestampMillisecond,
  TimestampNanosecond,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { text } from '../addon/columns.js';
import { backendsUnderTest } from '../backends.js';
import { builtToDevice, builtTransforms, transformNamed } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

const transforms = await builtTransforms();
const toDevice = await builtToDevice();
const named = (name: string) => transformNamed(transforms, name).run;
const valuesOf = (result: Vector | Table, column?: string) => [
  ...((column === undefined ? (result as Vector) : (result as Table).getChild(column)) ?? []),
];
const doubles = (values: readonly number[]) => makeVector(Float64Array.from(values));
const nullables = (values: readonly (number | null)[]) => vectorFromArray(values, new Float64());

describe.each(backendsUnderTest)('%s: rolling windows', (backend) => {
  it('end at the ends of the table', async () => {
    const x = doubles([1, 2, 4, 8, 16, 32]);
    expect(valuesOf(await named('loopedSum')({ x }, { backend }))).toEqual([1, 3, 7, 15, 31, 62]);
    expect(valuesOf(await named('ownRow')({ x }, { backend }))).toEqual([0, 0, 0, 0, 0, 0]);
    expect(valuesOf(await named('wholeTable')({ x }, { backend }))).toEqual(Array(6).fill(10.5));
    expect(valuesOf(await named('loopedSum')({ x: doubles([]) }, { backend }))).toEqual([]);
  });

  it('are null if too few of their rows are not null', async () => {
    const x = nullables([1, null, null, 3, null, 5, 7]);
    expect(valuesOf(await named('weightedMean')({ x }, { backend }))).toEqual([
      null,
      null,
      null,
      (1 * 1 + 3 * 4) / 5,
      (1 * 1 + 3 * 4) / 5,
      (3 * 3 + 5 * 5) / 8,
      (3 * 2 + 5 * 4 + 7 * 5) / 11,
    ]);
    const nulls = await named('windowSummaryOfNulls')({ x: nullables([null, null]) }, { backend });
    expect(['mean', 'count', 'first'].map((column) => valuesOf(nulls, column))).toEqual([
      [null, null],
      [0, 0],
      [null, null],
    ]);
  });

  it('forget NaN and infinities once their rows have left', async () => {
    const values = Array.from({ length: 120 }, (_, row) => row);
    values[3] = Number.NaN;
    values[5] = Number.POSITIVE_INFINITY;
    values[6] = Number.NEGATIVE_INFINITY;
    const result = await named('windowSummary')({ x: doubles(values) }, { backend });
    const [sums, least, most] = ['sum', 'min', 'max'].map((column) => valuesOf(result, column));
    expect(sums?.slice(40, 46)).toEqual(Array(6).fill(Number.NaN));
    expect(sums?.[46]).toBe(Number.NEGATIVE_INFINITY);
    expect(sums?.[47]).toBe(41 * 27);
    expect([least?.[46], most?.[47]]).toEqual([Number.NEGATIVE_INFINITY, 47]);
    expect([least?.[43], most?.[44]]).toEqual([Number.NaN, Number.POSITIVE_INFINITY]);
  });

  it('have the same bits for any tile, and wherever chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3000 }),
        fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 4 }),
        fc.integer(),
        async (rows, cuts, seed) => {
          const values = randomDoubles(rows, seed);
          const borders = [0, ...cuts.map((cut) => Math.min(cut, rows)).sort((a, b) => a - b), rows];
          const chunked = borders.slice(1).map((end, index) => doubles(values.slice(borders[index], end)));
          const x = new Vector(chunked.flatMap(({ data }) => data));
          for (const name of ['windowSummary', 'wholeTable', 'loopedSum']) {
            const expected = outcomeOf(named(name).reference({ x: doubles(values) }));
            expect(outcomeOf(await named(name)({ x }, { backend }))).toEqual(expected);
          }
        },
      ),
      { numRuns: backend === 'js' ? 4 : 25 },
    );
  });

  it('stay within their partition, whose rows need not be adjacent', async () => {
    const shop = text(['a', 'b', 'a', null, 'b', 'a', null, 'a']);
    const till = makeVector(Uint8Array.of(1, 1, 1, 1, 1, 2, 1, 1));
    const amount = nullables([1, 10, 2, 100, 20, 1000, null, 4]);
    const note = text(['p', 'q', 'r', 's', 't', 'u', 'v', 'w']);
    const result = await named('partitionedSum')({ shop, till, amount, note }, { backend });
    expect(valuesOf(result, 'sum')).toEqual([3, 30, 7, null, 30, null, null, 7]);
    expect(valuesOf(result, 'notes')).toEqual(['p,r', 'q,t', 'p,r,w', null, 'q,t', null, null, 'p,r,w']);
  });

  it('share kept columns, in the order of the table', async () => {
    const columns = {
      shop: vectorFromArray([2, 1, 2, 1], new Int8()),
      ok: vectorFromArray([true, true, false, true]),
      x: doubles([1, 2, 3, 4]),
    };
    const result = await named('partitionedCount')(columns, { backend });
    expect(valuesOf(result, 'shop')).toEqual([2, 1, 2, 1]);
    expect(valuesOf(result, 'x')).toEqual([1, 2, 3, 4]);
    expect(valuesOf(result, 'yes')).toEqual([1, 1, 1, 2]);
    expect(valuesOf(result, 'variance')).toEqual([null, null, 2, 2]);
  });

  it('by value have the rows with close values, and those with equal ones', async () => {
    const columns = { x: doubles([0, 1, 1, 3.5, 4, 9]), name: text(['a', 'b', 'c', 'd', 'e', 'f']) };
    expect(valuesOf(await named('nearby')(columns, { backend }))).toEqual([
      'a b c',
      'a b c',
      'a b c',
      'b c d e',
      'd e',
      'f',
    ]);
  });

  it('by value equal the reference, in partitions, over random sorted columns', async () => {
    const arbitrary = fc.array(
      fc.record({ sensor: fc.integer({ min: 0, max: 3 }), gap: fc.nat(900), value: fc.option(fc.double()) }),
      { maxLength: 200 },
    );
    await fc.assert(
      fc.asyncProperty(arbitrary, async (rows) => {
        let now = 1_700_000_000_000;
        const times = rows.map(({ gap }) => {
          now += gap;
          return now;
        });
        const columns = {
          sensor: vectorFromArray(
            rows.map(({ sensor }) => sensor),
            new Int8(),
          ),
          time: vectorFromArray(times, new TimestampMillisecond()),
          value: nullables(rows.map(({ value }) => value)),
        };
        const result = await named('lastMinutes')(columns, { backend });
        expect(outcomeOf(result)).toEqual(outcomeOf(named('lastMinutes').reference(columns)));
        // The expected window comes from the definition, not from the bounds that the runtime finds.
        const counts = rows.map(
          ({ sensor }, row) =>
            rows.filter(
              (other, index) =>
                other.sensor === sensor &&
                (times[index] ?? 0) <= (times[row] ?? 0) &&
                (times[row] ?? 0) - (times[index] ?? 0) <= 1500,
            ).length,
        );
        const shown = valuesOf(result, 'rows');
        for (const [row, count] of shown.entries()) if (count !== null) expect(count).toBe(counts[row]);
      }),
      { numRuns: 30 },
    );
  });

  it('by value count nanoseconds exactly', async () => {
    const start = 1_700_000_000_000_000_000n;
    const data = BigInt64Array.of(start, start + 4000n, start + 4001n, start + 8001n);
    const tick = makeVector(makeData({ type: new TimestampNanosecond(), data }));
    const value = vectorFromArray([1n, 2n, 3n, 2n ** 62n], new Int64());
    const result = await named('lastTicks')({ tick, value }, { backend });
    expect(valuesOf(result, 'total')).toEqual([null, '3', '5', `${3n + 2n ** 62n}`]);
    expect(valuesOf(result, 'span')).toEqual([null, 4000n, 1n, 4000n]);
  });

  it('by value need a sorted column, and name the first row that is out of order', async () => {
    const name = text(['a', 'b', 'c', 'd']);
    const failure = named('nearby')({ x: doubles([1, 5, 4, 2]), name }, { backend });
    await expect(failure).rejects.toThrow(
      'nearby: row 2, column "x": windows by value need a sorted column, and 4 comes after a greater value. Sort the table by "x"',
    );
    await expect(failure).rejects.toMatchObject({ row: 2, column: 'x' });
    await expect(named('nearby')({ x: doubles([1, Number.NaN, 4, 2]), name }, { backend })).rejects.toThrow(
      'row 1, column "x": windows by value need a sorted column, in which NaN has no place',
    );
    expect(valuesOf(await named('nearby')({ x: doubles([1, 2, 4, 5]), name }, { backend }))).toHaveLength(4);
  });

  it('fail with the first row whose function fails, and continue without it on request', async () => {
    const x = makeVector(Int32Array.of(1, 1, 8, 9, 16, 16));
    await expect(named('checkedChange')({ x }, { backend })).rejects.toThrow('checkedChange: row 2: ');
    const { result, errors } = await named('checkedChange')({ x }, { backend, onError: 'collect' });
    expect(errors.map((error) => (error instanceof RowError ? error.row : -1))).toEqual([2, 4]);
    expect(valuesOf(result, 'shown')).toEqual([null, '0', null, '1', null, '0']);
  });

  it('refuse malformed text even if no window has it', async () => {
    const name = text(['a', 'é', 'b', Uint8Array.of(0x61, 0xff), 'c']);
    const [shop, till] = [text(['x', 'x', 'y', 'y', 'x']), makeVector(new Uint8Array(5))];
    const failure = named('partitionedSum')(
      { shop, till, amount: nullables([1, 2, 3, 4, 5]), note: name },
      { backend, onError: 'null' },
    );
    await expect(failure).rejects.toMatchObject({ row: 3, column: 'note', byte: 1 });
    const city = vectorFromArray(['x', 'x', 'y', 'y', 'x']);
    const note = vectorFromArray([null, null, 'long', null, null], new LargeUtf8());
    await expect(named('windowsOfText')({ name, city, note }, { backend })).rejects.toMatchObject({ row: 3, byte: 1 });
    const mended = { name: text(['a', 'é', 'b', 'ü', 'c']), city, note };
    expect(valuesOf(await named('windowsOfText')(mended, { backend }), 'joined')).toEqual([
      'a|é',
      'a|é|b',
      'a|é|b|ü',
      'é|b|ü|c',
      'b|ü|c',
    ]);
  });

  it('cover whole tables: streams and device tables are refused', async () => {
    const table = new Table({ x: doubles([1, 2]) });
    expect(() => named('loopedSum').stream(table.batches, { backend })).toThrow(OptionError);
    using device = await toDevice(table, { backend });
    await expect(named('loopedSum')(device)).rejects.toThrow(/not of device tables/);
  });
});

/** Doubles of every size with few exact sums. */
function randomDoubles(count: number, seed: number): number[] {
  let state = seed | 0;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state * 2 ** ((state >>> 3) % 40);
  });
}
