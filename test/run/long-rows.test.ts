import { Int32, makeData, Utf8, Vector } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';
import { failureOf, outcomeOf } from './outcome.js';

function text(rows: readonly string[]): Vector<Utf8> {
  const encoded = rows.map((row) => new TextEncoder().encode(row));
  const valueOffsets = new Int32Array(rows.length + 1);
  for (const [index, { length }] of encoded.entries()) valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + length;
  return new Vector([
    makeData({ type: new Utf8(), length: rows.length, valueOffsets, data: Buffer.concat(encoded), nullCount: 0 }),
  ]);
}

/** Rows of 100 KB between short ones: their strings outgrow the slots that rows are given at first. */
const rows = [
  'short',
  'abc 123 '.repeat(12_500),
  '',
  'é😀 Straße'.repeat(8000),
  'e'.repeat(100_000),
  'ΟΔΟΣ '.repeat(12_000),
  'last',
];

describe('rows that outgrow their slot', async () => {
  const transforms = new Map((await builtTransforms()).map((transform) => [transform.name, transform]));
  for (const backend of backendsUnderTest) {
    for (const name of ['maskedText', 'upperAndLower', 'mappedInLoops', 'reversedText']) {
      it(`${name} on ${backend}`, async () => {
        const transform = transforms.get(name);
        // `s[i]` counts from the start of text that is not ASCII: a loop over its units takes quadratic time, and a row has
        // one thread.
        const longest = backend === 'cuda' ? 1500 : 6000;
        const s = name === 'reversedText' ? rows.map((row) => row.slice(0, longest)) : rows;
        const input: Record<string, Vector> = { s: text(s) };
        if (transform?.input.some((column) => column.name === 't')) input.t = text(rows.map((row) => row.slice(0, 50)));
        const expected = transform && outcomeOf(transform.run.reference(input));
        expect(await transform?.run(input, { backend }).then(outcomeOf)).toEqual(expected);
      });
    }

    it(`too many steps on ${backend}`, async () => {
      const run = transforms.get('endlessLoop')?.run;
      const n = new Vector([makeData({ type: new Int32(), data: Int32Array.of(3, 100, 13, 13, 0) })]);
      const failure = await run?.({ n }, { backend }).then(outcomeOf, failureOf);
      expect(failure).toMatchObject({ code: 'RowError' });
      expect(JSON.stringify(failure)).toContain(
        'row 2: the row function threw RangeError: its loops took more than 16777216 steps',
      );
    });
  }
});
