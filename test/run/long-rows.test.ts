import { Float64, Int32, makeData, Utf8, Vector } from 'apache-arrow';
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

/** Rows of 100 KB between short ones: their strings outgrow the slots that rows get at first. */
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
    for (const name of [
      'maskedText',
      'upperAndLower',
      'mappedInLoops',
      'reversedText',
      'searchedTexts',
      'emptySearches',
      'matchIndices',
    ]) {
      it(`give the result of ${name} on ${backend}`, async () => {
        const transform = transforms.get(name);
        // `s[i]` counts from the start of text that is not ASCII, so a loop over its units takes quadratic time, and a row has one
        // thread.
        const longest = backend === 'cuda' ? 1500 : 6000;
        const s = name === 'reversedText' ? rows.map((row) => row.slice(0, longest)) : rows;
        const input: Record<string, Vector> = { s: text(s) };
        for (const short of ['t', 'n'])
          if (transform?.input.some((column) => column.name === short))
            input[short] = text(rows.map((row) => row.slice(0, 50)));
        const expected = transform && outcomeOf(transform.run.reference(input));
        expect(await transform?.run(input, { backend }).then(outcomeOf)).toEqual(expected);
      });
    }

    it(`are reported if they take too many steps on ${backend}`, async () => {
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

/** Lengths around the bytes that one lane of a GPU takes, the steps of a warp, and 16-byte pieces. */
const sizes = [512, 513, 0, 2040, 2048, 2049, 3, 4096, 512 * 9 + 7, 10_000, 60_001, 700, 2560, 1];

/** The first matches of long rows come late, and the last ones early. Some rows are ASCII, some are not, and short ones lie between. */
function longTexts(turn: number): readonly string[] {
  return sizes.flatMap((size, index) => {
    const body = (index + turn) % 3 === 0 ? 'ab\u00e9\u{1F600}' : (index + turn) % 3 === 1 ? 'abc-' : 'x';
    const long = body.repeat(Math.ceil(size / body.length)).slice(0, size);
    const late = `${long}public Ada@example.com ${long.slice(0, size >> 3)}`;
    return [size % 2 === 0 ? late : `Ada ${long}`, ['public', '', 'Ada Lovelace', '😀'][index % 4] ?? '', long];
  });
}

/** Indices at both ends of such rows, within them and past them. */
const indices = [0, 1, 5, 511, 513, 700, 2047, 2049, 3000, 60_000, 100_000, -1, -3, -700];

describe('rows of long text', async () => {
  const transforms = new Map((await builtTransforms()).map((transform) => [transform.name, transform]));
  const numbers = Array.from(longTexts(0), (_, row) => indices[row % indices.length] ?? 0);
  for (const backend of backendsUnderTest) {
    // Bulk operations alone, with text, bits and numbers as results. On a GPU a warp takes such a row.
    for (const name of [
      'redact',
      'maskEmail',
      'searches',
      'slices',
      'positions',
      'wholeRow',
      'emailProvider',
      'truths',
      'halves',
    ]) {
      it(`give the result of ${name} on ${backend}`, async () => {
        const transform = transforms.get(name);
        if (transform === undefined) throw new Error(`There is no sample ${name}`);
        const input: Record<string, Vector> = Object.create(null);
        for (const [turn, column] of transform.input.entries()) {
          if (column.type === 'utf8') input[column.name] = text(longTexts(turn));
          else if (column.type === 'int32')
            input[column.name] = new Vector([makeData({ type: new Int32(), data: Int32Array.from(numbers) })]);
          else input[column.name] = new Vector([makeData({ type: new Float64(), data: Float64Array.from(numbers) })]);
        }
        const expected = await (async () => transform.run.reference(input))().then(outcomeOf, failureOf);
        expect(await transform.run(input, { backend }).then(outcomeOf, failureOf)).toEqual(expected);
      });
    }

    it(`report invalid UTF-8 late in a long row on ${backend}`, async () => {
      const good = longTexts(1);
      const names = text(good);
      const row = good.findIndex((value) => value.length > 60_000);
      const data = names.data[0];
      if (data === undefined) throw new Error('A vector has data');
      const at = (data.valueOffsets[row + 1] ?? 0) - 5;
      data.values[at] = 0xff;
      const failure = await transforms
        .get('redact')
        ?.run({ name: names, visibility: text(good) }, { backend })
        .then(outcomeOf, failureOf);
      expect(failure).toMatchObject({ code: 'RowError' });
      expect(JSON.stringify(failure)).toContain(`row ${row}`);
    });
  }
});
