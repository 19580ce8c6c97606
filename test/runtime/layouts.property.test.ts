import { makeData, makeVector, Utf8, Vector } from 'apache-arrow';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeTransform, vectorTransform } from './describe-transform.js';
import { dictionaryVector, largeUtf8Vector, textsOf, utf8Vector, utf8ViewVector } from './text-vectors.js';

const makers: readonly ((values: readonly (string | null)[]) => Vector)[] = [
  utf8Vector,
  largeUtf8Vector,
  utf8ViewVector,
  dictionaryVector,
  (values) => dictionaryVector(values, { nullEntry: true, entries: largeUtf8Vector }),
];
const texts = fc.array(fc.option(fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 40 });

/** Returns a column in several chunks, each a slice of a longer vector of the same layout. */
const column = fc
  .record({
    make: fc.constantFrom(...makers),
    chunks: fc.array(fc.record({ before: texts, values: texts, after: texts }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ make, chunks }) => ({
    values: chunks.flatMap(({ values }) => values),
    vector: new Vector(
      chunks.flatMap(({ before, values, after }): Vector['data'] => {
        const whole = make([...before, ...values, ...after]);
        return whole.slice(before.length, before.length + values.length).data;
      }),
    ),
  }));

const echo = vectorTransform(describeTransform({ text: 'utf8?' }, 'utf8?', ({ text }) => text));

test('text reads the same on every path in any layout, slice and chunking', async () => {
  await fc.assert(
    fc.asyncProperty(column, fc.boolean(), async ({ values, vector }, copyInputs) => {
      expect(textsOf(echo.reference({ text: vector }, { copyInputs }))).toEqual(values);
      expect(textsOf(await echo({ text: vector }, { copyInputs, backend: 'cpu' }))).toEqual(values);
    }),
    { numRuns: 300 },
  );
});

test('columns of different chunks are read row by row', async () => {
  const pair = vectorTransform(
    describeTransform({ a: 'utf8?', b: 'utf8?' }, 'utf8', ({ a, b }) => JSON.stringify([a, b])),
  );
  await fc.assert(
    fc.asyncProperty(column, column, async (a, b) => {
      const length = Math.min(a.values.length, b.values.length);
      const expected = a.values.slice(0, length).map((value, row) => JSON.stringify([value, b.values[row]]));
      const input = { a: a.vector.slice(0, length), b: b.vector.slice(0, length) };
      expect(textsOf(pair.reference(input))).toEqual(expected);
      expect(textsOf(await pair(input, { backend: 'cpu' }))).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test('invalid UTF-8 is reported with the byte where the valid part ends', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const bytes = fc.uint8Array({ maxLength: 12 });
  const nearlyText = fc.tuple(fc.string({ unit: 'binary', maxLength: 4 }), bytes).map(([text, tail]) => {
    return Uint8Array.from([...new TextEncoder().encode(text), ...tail]);
  });
  fc.assert(
    fc.property(fc.oneof(bytes, nearlyText), (text) => {
      const valueOffsets = Int32Array.of(0, text.length);
      const vector = makeVector(makeData({ type: new Utf8(), length: 1, valueOffsets, data: text }));
      let valid = true;
      try {
        decoder.decode(text);
      } catch {
        valid = false;
      }
      let byte: number | undefined;
      try {
        echo.reference({ text: vector });
      } catch (error) {
        byte = (error as { byte?: number }).byte;
      }
      expect(byte === undefined).toBe(valid);
      if (byte === undefined) return;
      // The bytes before are text, and no longer prefix is, unless it only lacks its end.
      decoder.decode(text.subarray(0, byte));
      for (let end = byte + 1; end <= Math.min(text.length, byte + 4); end += 1) {
        expect(() => decoder.decode(text.subarray(0, end))).toThrow();
      }
    }),
    { numRuns: 2000 },
  );
});
