import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ColumnTypeName } from '../../runtime/index.js';
import { textChunks } from '../../runtime/input/chunks/text-chunks.js';
import { describeTransform, vectorTransform } from './describe-transform.js';
import { noLimit } from './no-limit.js';
import { textsOf } from './text-vectors.js';

/** Short and long texts, of every UTF-8 length, with surrogate halves at their borders. */
const texts = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc
    .array(fc.constantFrom('a', '\x7f', 'é', '\u07ff', '語', '\uffff', '😀', '\ud83d', '\ude00', '\0'), {
      maxLength: 6,
    })
    .map((units) => units.join('')),
  fc.string({ unit: 'binary', minLength: 50, maxLength: 90 }),
);
const echo = vectorTransform(describeTransform({ text: 'utf8?' }, 'utf8?', ({ text }) => text));

test('a string[] is encoded like each string by itself', async () => {
  const elements = fc.array(fc.option(texts, { nil: null }), { maxLength: 400, size: 'max' });
  await fc.assert(
    fc.asyncProperty(elements, async (array) => {
      const expected = array.map((text) => text?.toWellFormed() ?? null);
      expect(textsOf(echo.reference({ text: array }))).toEqual(expected);
      expect(textsOf(await echo({ text: array }, { backend: 'cpu' }))).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test('text past the limit of 32-bit offsets takes several chunks', () => {
  const maxBytes = 5000;
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 800, size: 'max' }), (array) => {
      const units = array.reduce((sum, text) => sum + text.length, 0);
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      const chunks = textChunks(array, units, () => undefined, noLimit(), maxBytes);
      const read = chunks.flatMap((chunk) => {
        const { values, offsets } = chunk.read(0, chunk.length, maxBytes, noLimit()) ?? {};
        const bytes = values as Uint8Array;
        expect(offsets?.[chunk.length]).toBeLessThanOrEqual(maxBytes);
        return Array.from({ length: chunk.length }, (_, row) =>
          decoder.decode(bytes.subarray(offsets?.[row], offsets?.[row + 1])),
        );
      });
      expect(read).toEqual(array.map((text) => text.toWellFormed()));
      if (units > maxBytes) expect(chunks.length).toBeGreaterThan(1);
    }),
    { numRuns: 100 },
  );
});

const integers = {
  int8: [-128, 127],
  int16: [-32768, 32767],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint8: [0, 255],
  uint16: [0, 65535],
  uint32: [0, 2 ** 32 - 1],
} as const;

test.each(Object.entries(integers))(
  'number[] for %s is exact in range, and otherwise an error that says what to do',
  async (type, [min, max]) => {
    const call = vectorTransform(describeTransform({ x: `${type as ColumnTypeName}?` }, 'float64?', ({ x }) => x));
    const numbers = fc.oneof(
      fc.integer({ min, max }),
      fc.constantFrom(min, max, min - 1, max + 1, -0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -1e300),
      fc.double(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(numbers), { maxLength: 8 }), async (array) => {
        const fits = (value: number | null) =>
          value === null || (Number.isInteger(value) && value >= min && value <= max);
        const wrong = array.findIndex((value) => !fits(value));
        const result = call({ x: array }, { backend: 'cpu' });
        // A column of integers has no -0.
        if (wrong < 0) expect([...(await result)]).toEqual(array.map((value) => (value === null ? null : value + 0)));
        else
          await expect(result).rejects.toMatchObject({
            code: 'SchemaError',
            column: 'x',
            row: wrong,
            message: expect.stringContaining(
              `column "x": element ${wrong} of the array is ${array[wrong]}, but the column is declared ${type}, which holds an integer from ${min} to ${max}. Convert the array before the call`,
            ),
          });
      }),
      { numRuns: 200 },
    );
  },
);

test.each(['int64', 'uint64'] as const)(
  'bigint[] for %s is exact in range, and otherwise an error that says what to do',
  async (type) => {
    const [min, max] = type === 'int64' ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
    const call = vectorTransform(describeTransform({ x: type }, type, ({ x }) => x));
    expect([...(await call({ x: [min, 0n, max] }, { backend: 'cpu' }))]).toEqual([min, 0n, max]);
    for (const value of [min - 1n, max + 1n, 2n ** 100n])
      await expect(call({ x: [0n, value] }, { backend: 'cpu' })).rejects.toThrow(
        `element 1 of the array is ${value}n, but the column is declared ${type}, which holds a bigint from ${min} to ${max}.`,
      );
  },
);
