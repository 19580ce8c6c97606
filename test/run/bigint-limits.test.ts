import { Int32, Int64, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';

/** The intermediate values of `bigintLimits`, the last of which is its result. */
const operations: readonly ((a: bigint, b: bigint) => readonly bigint[])[] = [
  (a, b) => [a * a, b * b, a * a + b * b],
  (a, b) => [a * a, -(a * a), b * b, -(a * a) - b * b],
  (a) => [a * a, a * a * 2n],
  (a, b) => [a * a, a * a * b],
  (a, b) => [a * a, b * b, -(a * a) - b * b, a * a + b * b],
  (a, b) => [a * a, b * b, -(a * a) - b * b, (-(a * a) - b * b) / b],
  (a, b) => [a * a, b * b, -(a * a) - b * b, (-(a * a) - b * b) % b],
  (a, b) => [a * a, b * b, a * a * (b * b)],
];

const limit = 2n ** 127n;
const least = -(2n ** 63n);
const values = [
  0n,
  1n,
  -1n,
  2n,
  -2n,
  3n,
  2n ** 32n,
  -(2n ** 32n),
  2n ** 62n,
  least,
  least + 1n,
  -least - 1n,
  3_037_000_499n,
];

describe.each(backendsUnderTest)('bigints on %s are exact within 128 bits', async (backend) => {
  const { run } = (await builtTransforms()).find(({ name }) => name === 'bigintLimits') ?? {};

  it.each(operations.map((steps, operation) => [operation, steps] as const))(
    'including operation %i',
    async (operation, steps) => {
      for (const a of values) {
        for (const b of operation === 5 || operation === 6 ? values.filter((value) => value !== 0n) : values) {
          const computed = steps(a, b);
          const columns = {
            a: vectorFromArray([a], new Int64()),
            b: vectorFromArray([b], new Int64()),
            operation: vectorFromArray([operation], new Int32()),
          };
          const result = await run?.(columns, { backend }).then(
            (vector) => ('get' in vector ? String(vector.get(0)) : ''),
            (error: Error) => error.message,
          );
          // Plain JavaScript has no limit.
          const fits = backend === 'js' || computed.every((value) => value >= -limit && value < limit);
          expect(result, `${a}, ${b}`).toBe(
            fits
              ? String(computed.at(-1))
              : 'bigintLimits: row 0: a bigint leaves 128 bits, from -2^127 to 2^127 - 1. Keep intermediate values smaller, ' +
                  "or use { backend: 'js' }, which has no such limit.",
          );
        }
      }
    },
  );
});
