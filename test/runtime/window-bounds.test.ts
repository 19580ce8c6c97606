import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InputBuffers } from '../../runtime/backend/addon.js';
import type { InputColumn, RowWindow } from '../../runtime/description.js';
import { windowBounds } from '../../runtime/input/windows/window-bounds.js';
import { atOnce, Pace } from '../../runtime/pace.js';
import { RowFailures } from '../../runtime/reference/row-failure.js';
import type { NumberArray, NumberTypeName } from '../../schema/column-types.js';
import { noLimit } from './no-limit.js';

type Stored = number | bigint;

const units: Readonly<Partial<Record<NumberTypeName, number>>> = {
  date32: 86_400_000,
  'timestamp[s]': 1000,
  'timestamp[ms]': 1,
};

const arrays: Readonly<Record<string, (values: readonly Stored[]) => NumberArray>> = {
  int8: (values) => Int8Array.from(values as number[]),
  float32: (values) => Float32Array.from(values as number[]),
  float64: (values) => Float64Array.from(values as number[]),
  date32: (values) => Int32Array.from(values as number[]),
  int64: (values) => BigInt64Array.from(values as bigint[]),
  uint64: (values) => BigUint64Array.from(values as bigint[]),
  'timestamp[s]': (values) => BigInt64Array.from(values as bigint[]),
  'timestamp[ms]': (values) => BigInt64Array.from(values as bigint[]),
  'timestamp[us]': (values) => BigInt64Array.from(values as bigint[]),
  'timestamp[ns]': (values) => BigInt64Array.from(values as bigint[]),
};

/** Values as the column holds them. */
function stores(type: string, values: readonly Stored[]): NumberArray {
  return arrays[type]?.(values) ?? new Uint8Array(0);
}

/** Values that lie close together, anywhere in the range, or far apart. */
function arbitraryValues(type: string): fc.Arbitrary<readonly Stored[]> {
  if (type === 'float64') return fc.array(fc.oneof(fc.double({ noNaN: true }), fc.integer({ max: 99 })));
  if (type === 'float32') return fc.array(fc.oneof(fc.float({ noNaN: true }), fc.integer({ min: -99, max: 99 })));
  if (type === 'int8') return fc.array(fc.integer({ min: -128, max: 127 }));
  if (type === 'date32') return fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
  const [min, max] = type === 'uint64' ? [0n, 2n ** 64n - 1n] : [-(2n ** 63n), 2n ** 63n - 1n];
  const near = fc
    .tuple(fc.bigInt({ min, max: max - 5000n }), fc.array(fc.nat(5000)))
    .map(([from, gaps]) => gaps.map((gap) => from + BigInt(gap)));
  return fc.oneof(near, near, fc.array(fc.bigInt({ min, max })));
}

const isBigInt = (type: string) => /int64|us|ns/.test(type) && type !== 'timestamp[ms]';

function arbitraryDistance(type: string): fc.Arbitrary<Stored> {
  if (isBigInt(type)) return fc.oneof(fc.bigInt({ min: 0n, max: 3000n }), fc.bigInt({ min: 0n, max: 2n ** 64n }));
  return fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }));
}

function windowed(
  type: NumberTypeName,
  preceding: Stored,
  following: Stored,
  values: readonly Stored[],
  keys: readonly number[],
) {
  const buffers = (given: InputBuffers['values']): InputBuffers => ({ values: given, valuesBit: 0, validityBit: 0 });
  const input: readonly InputColumn[] = [
    { name: 'at', type, nullable: false, read: true },
    { name: 'key', type: 'int8', nullable: false, read: true },
  ];
  const window = { preceding, following, minPeriods: 0, on: 0, partitionBy: [1] } as unknown as RowWindow;
  const columns = [buffers(stores(type, values)), buffers(Int8Array.from(keys))];
  const failures = new RowFailures('test', 0, true);
  return atOnce(windowBounds(input, window, columns, values.length, failures, new Pace(), noLimit()));
}

describe('windows by value', () => {
  it.each(Object.keys(arrays))('of %s have the defined rows', (type) => {
    const unit = units[type as NumberTypeName];
    const seen = (stored: Stored): Stored => (unit === undefined ? stored : Number(stored) * unit);
    const given = fc.record({
      values: arbitraryValues(type),
      below: arbitraryDistance(type),
      above: arbitraryDistance(type),
      partitions: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(given, ({ values, below, above, partitions }) => {
        const stored: Stored[] = [...stores(type, values)];
        stored.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        const keys = stored.map((_, row) => (row * 7) % partitions);
        const { order, begin, end, anchor } = windowed(type as NumberTypeName, below, above, stored, keys);
        for (const [row, key] of keys.entries()) {
          const own = seen(stored[row] ?? 0);
          const [least, most] = [(own as number) - (below as number), (own as number) + (above as number)];
          const inside = keys.flatMap((other, index) => {
            const value = seen(stored[index] ?? 0);
            const isClose = (value >= least && value <= most) || index === row;
            return other === key && isClose ? [index] : [];
          });
          const rows = Array.from(
            { length: (end[row] ?? 0) - (begin[row] ?? 0) },
            (_, index) => order?.[(begin[row] ?? 0) + index] ?? (begin[row] ?? 0) + index,
          );
          expect(rows).toEqual(inside);
          expect(order?.[anchor[row] ?? 0] ?? anchor[row]).toBe(keys.indexOf(key));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('name the first row that is out of order, however its values are stored', () => {
    const far = 2n ** 62n;
    expect(() => windowed('int64', 1n, 0n, [far, far + 2n, far + 1n, 0n], [0, 0, 0, 0])).toThrow(
      `row 2, column "at": windows by value need a sorted column, and ${far + 1n}n comes after a greater value`,
    );
    expect(() => windowed('int64', 1n, 0n, [-far, far, 3n], [0, 0, 0])).toThrow('row 2, column "at"');
    expect(() => windowed('timestamp[ms]', 1, 0, [5n, 4n], [0, 0])).toThrow('and 4 comes after a greater value');
    expect(() => windowed('float64', 1, 0, [1, Number.NaN, 0], [0, 0, 0])).toThrow('in which NaN has no place');
    expect(windowed('int64', 1n, 0n, [9n, 2n, 9n, 2n], [0, 1, 0, 1]).order).toEqual(Int32Array.of(0, 2, 1, 3));
  });
});
