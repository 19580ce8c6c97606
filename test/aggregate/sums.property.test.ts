import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FloatSum } from '../../runtime/reference/group/binned-sum.js';
import { FloatMoments } from '../../runtime/reference/group/variance.js';

/** Doubles that are multiples of 2^-90 below 2^6. All their bits lie in the window of any sum of them. */
const scale = 90;
const value = fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 43 })).map(([n, up]) => n * 2 ** (up - scale));
const exactly = (x: number): bigint => BigInt(x * 2 ** 45 * 2 ** 45);

const sumOf = (values: readonly number[]): number => {
  const sum = new FloatSum();
  for (const one of values) sum.add(one);
  return sum.value;
};

const varianceOf = (values: readonly number[]): number | null => {
  const moments = new FloatMoments();
  for (const one of values) moments.add(one);
  return moments.variance;
};

describe('sums of doubles', () => {
  test('are exact and rounded once', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 50 }), (values) => {
        const exact = values.reduce((sum, one) => sum + exactly(one), 0n);
        expect(sumOf(values)).toBe(Number(exact) * 2 ** -scale);
      }),
      { numRuns: 2000 },
    );
  });

  test('of any magnitude are the same in any order, and within their error bound', () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 30 }), fc.nat(), (values, seed) => {
        const sum = sumOf(values);
        const shuffled = values
          .map((one, place) => ({ one, order: ((place + 1) * (seed + 7919)) % 1009 }))
          .sort((a, b) => a.order - b.order)
          .map(({ one }) => one);
        expect(Object.is(sumOf(shuffled), sum)).toBe(true);
        expect(Object.is(sumOf([...values].reverse()), sum)).toBe(true);
        if (!Number.isFinite(sum)) return;
        const error = exactSum(values) - unitsOf(sum);
        const exact = exactSum(values);
        const largest = values.reduce((most, one) => larger(most, unitsOf(one)), 0n);
        // The factor 2^96 keeps every bit of the bound.
        const bound = (absolute(exact) << 43n) + BigInt(values.length) * largest;
        expect(absolute(error) << 96n <= bound).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('give variances with exact numerators', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 30 }), (values) => {
        const n = BigInt(values.length);
        const sum = values.reduce((all, one) => all + exactly(one), 0n);
        const squares = values.reduce((all, one) => all + exactly(one) ** 2n, 0n);
        const numerator = n * squares - sum * sum;
        const expected = (Number(numerator) / (values.length * (values.length - 1))) * 2 ** (-2 * scale);
        expect(varianceOf(values)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function larger(left: bigint, right: bigint): bigint {
  return absolute(right) > left ? absolute(right) : left;
}

/** In units of the smallest double. */
function exactSum(values: readonly number[]): bigint {
  return values.reduce((sum, one) => sum + unitsOf(one), 0n);
}

function unitsOf(value: number): bigint {
  let [units, up] = [value, 0n];
  // Integers below 2^53 and doubling are exact.
  while (!Number.isInteger(units) && units !== 0) {
    units *= 2;
    up += 1n;
  }
  return (BigInt(units) << 1074n) >> up;
}
