import {
  Bool,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  type Table,
  Uint8,
  Uint64,
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

/** Numbers of every kind: many equal ones, both zeros, NaN, infinities, and numbers with few exact sums. */
const double = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, -0, 1, -1, 2, 0.1, Number.NaN, Infinity, -Infinity, 1e300, -1e300) },
  { weight: 4, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
  { weight: 1, arbitrary: fc.double() },
);
const rows = { minLength: 0, maxLength: 400, size: 'max' as const };
const column = <T>(value: fc.Arbitrary<T>) => fc.array(value, rows);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 });

/** Vectors of one length, cut into chunks at the same rows or not. */
function chunked(
  values: readonly unknown[],
  type: ConstructorParameters<typeof Vector>[0] | object,
  cuts: readonly number[],
) {
  const borders = [0, ...cuts.map((cut) => cut % (values.length + 1)).sort((a, b) => a - b), values.length];
  const vectors = borders
    .slice(1)
    .map((end, index) => vectorFromArray(values.slice(borders[index], end), type as never));
  return new Vector(vectors.flatMap(({ data }) => data));
}

const doubles = [column(double), new Float64()] as const;
const nullables = [column(orNull(double)), new Float64()] as const;
const singles = [column(double.map(Math.fround)), new Float32()] as const;
const int8 = [column(fc.integer({ min: -128, max: 127 })), new Int8()] as const;
const bit = [column(fc.integer({ min: 0, max: 1 })), new Int8()] as const;
const sorted = [column(fc.integer({ min: 0, max: 999 })).map((all) => all.sort((a, b) => a - b)), new Int32()] as const;
const uint8 = [column(fc.integer({ min: 0, max: 255 })), new Uint8()] as const;
const int16 = [column(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })), new Int16()] as const;
const int16OrNull = [column(orNull(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }))), new Int16()] as const;
const int32 = [column(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })), new Int32()] as const;
const int64OrNull = [column(orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))), new Int64()] as const;
const uint64 = [column(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), new Uint64()] as const;
const bool = [column(fc.boolean()), new Bool()] as const;
const boolOrNull = [column(orNull(fc.boolean())), new Bool()] as const;

const samples = {
  keptExtremes: { columns: { x: nullables, y: doubles }, params: { limit: -1 } },
  mathExtremes: { columns: { x: nullables, y: doubles, n: int8 }, params: {} },
  loopCounts: { columns: { x: nullables, n: int16, ok: boolOrNull }, params: { limit: 0.5 } },
  integerSums: { columns: { n: int16OrNull, m: int32, b: int64OrNull, u: uint64, c: uint8, ok: bool }, params: {} },
  leftLoops: { columns: { x: nullables, n: int32 }, params: {} },
  loopsOverParts: { columns: { x: doubles, n: int16 }, params: {} },
  reducedBeside: { columns: { x: doubles }, params: {} },
  reorderedSums: { columns: { x: nullables, y: doubles, z: singles, n: int32 }, params: { scale: 1.1 } },
  reorderedInFunctions: { columns: { x: doubles, y: doubles }, params: {} },
  reorderedInPartitions: { columns: { shop: bit, x: doubles, n: int16OrNull }, params: { limit: 0.75 } },
  reducedByValue: { columns: { at: sorted, x: nullables, n: int8 }, params: {} },
  loopsInOrder: { columns: { x: doubles, y: nullables, n: int32 }, params: {} },
};

describe.each(backendsUnderTest)('%s: loops that are reductions', (backend) => {
  for (const [name, { columns, params }] of Object.entries(samples)) {
    it(`give the bits of the loops in ${name}, wherever chunks end`, async () => {
      const values = fc.record(
        Object.fromEntries(
          Object.entries(columns).map(([column, [arbitrary]]) => [column, arbitrary as fc.Arbitrary<unknown[]>]),
        ),
      );
      await fc.assert(
        fc.asyncProperty(values, fc.array(fc.nat(400), { maxLength: 3 }), async (given, cuts) => {
          const length = Math.min(...Object.values(given).map((one) => one.length));
          const input = Object.fromEntries(
            Object.entries(columns).map(([column, [, type]]) => [
              column,
              chunked(given[column]?.slice(0, length) ?? [], type, cuts),
            ]),
          );
          const expected = outcomeOf(named(name).reference(input, { params }));
          expect(outcomeOf(await named(name)(input, { backend, params }))).toEqual(expected);
        }),
        { numRuns: backend === 'js' ? 3 : 25 },
      );
    });
  }

  it('add in the order of `sum()` only if the description allows it', async () => {
    const y = Array.from({ length: 500 }, (_, row) => Math.sin(row) * 10 ** (row % 7));
    const zeros = vectorFromArray(
      y.map(() => 0),
      new Float64(),
    );
    const input = {
      x: zeros,
      y: vectorFromArray(y, new Float64()),
      z: vectorFromArray(
        y.map(() => 0),
        new Float32(),
      ),
      n: vectorFromArray(
        y.map(() => 0),
        new Int32(),
      ),
    };
    const result = (await named('reorderedSums')(input, { backend, params: { scale: 1 } })) as Table;
    const [sums, reduced, first, asked] = ['sum', 'reduced', 'first', 'asked'].map((name) => [
      ...(result.getChild(name) ?? []),
    ]);
    expect(sums).toEqual(asked);
    expect(reduced).toEqual(asked);
    expect(first).toEqual(asked);
    const looped = y.map((_, row) => y.slice(Math.max(0, row - 40), row + 6).reduce((sum, value) => sum + value, 0));
    expect(sums).not.toEqual(looped);
    const unordered = await named('loopsInOrder')({ x: input.y, y: zeros, n: input.n }, { backend });
    const inOrder = y.map((_, row) => y.slice(Math.max(0, row - 13), row + 1).reduce((sum, value) => sum + value, 0));
    expect([...((unordered as Table).getChild('sum') ?? [])]).toEqual(inOrder);
  });

  it('fail rows whose windows have an element that is refused', async () => {
    const x = vectorFromArray([1, 2, 3, 4, 1e300, 5, 6, 7, 8, 9], new Float64());
    await expect(named('refusedElements')({ x }, { backend })).rejects.toThrow(
      'refusedElements: row 4: the row function threw RangeError: too large: 1e+300',
    );
    const { errors } = await named('refusedElements')({ x }, { backend, onError: 'collect' });
    expect(errors).toHaveLength(4);
  });
});
