import { makeVector, type Table, type Vector } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { text } from '../addon/columns.js';
import { transformNamed } from '../run/built-transforms.js';
import { listVector } from '../run/list-vectors.js';
import { outcomeOf } from '../run/outcome.js';
import { dictionaryOf, halves, largeElements, structOf } from './columns.js';
import {
  type Case,
  errorOf,
  hasPyarrow,
  portableTransforms,
  resultOf,
  rowsOf,
  runCases,
  write,
  writeOver,
} from './python-calls.js';

describe.skipIf(!hasPyarrow)('dictionaries and 64-bit offsets from Python', async () => {
  const transforms = await portableTransforms();

  it('takes elements of dictionaries and of 64-bit offsets, and returns the latter', () => {
    const words = ['a', 'ü', '', 'longer'];
    const rows = Array.from({ length: 40 }, (_, row) => row);
    const index = (row: number, at: number) => (row * 7 + at * 3) % words.length;
    const names = rows.map((row) => rows.slice(0, row % 4).map((at) => words[index(row, at)] ?? ''));
    const maybe = (row: number, at: number) => (row + at) % 3 > 0;
    const starts = [0, ...rows.map((row) => sum(names.slice(0, row + 1).map(({ length }) => length)))];
    const present = names.flatMap((list, row) => list.map((_, at) => maybe(row, at)));
    const indices = names.flatMap((list, row) => list.map((_, at) => index(row, at)));
    const large = largeElements(names.flat());
    const columns = (entries: readonly (string | null)[]) => ({
      large: listVector(starts, large),
      // Under a null any index may stand.
      looked: listVector(
        starts,
        dictionaryOf(
          entries,
          indices.map((one, at) => (present[at] ? one : 99)),
          present,
        ),
        Uint8Array.of(0xff, 0xfe, 0x7f, 0xff, 0x3f),
      ),
      deep: listVector(
        starts,
        structOf({ name: largeElements(names.flat(), present), word: dictionaryOf(words, indices) }),
      ),
    });
    const tables = [columns(words), columns(['a', null, '', 'longer'])];
    const cases = tables.map((given, at): readonly [Case, Table] => {
      const one: Case = { name: `looked-${at}`, transform: 'listedTexts', params: false, options: {}, asItIs: at > 0 };
      return [one, write(one.name, given)];
    });
    runCases(cases.map(([one]) => one));
    for (const [one, table] of cases) {
      const expected = transformNamed(transforms, 'listedTexts').run.reference(table);
      expect(rowsOf(outcomeOf(resultOf(one))), one.name).toEqual(rowsOf(outcomeOf(expected)));
      expect(String(resultOf(one).schema.fields[0]?.type)).toBe('List<LargeUtf8>');
    }
  });

  it('says what is wrong with elements of dictionaries and of 64-bit offsets', () => {
    const none = { large: listVector([0, 0, 0], largeElements(['x'])) };
    const sound = {
      ...none,
      looked: listVector([0, 1, 2], dictionaryOf(['a', 'b'], [0, 1])),
      deep: listVector([0, 0, 0], structOf({ name: largeElements(['x']), word: dictionaryOf(['a'], [0]) })),
    };
    const word = (one: Vector) => listVector([0, 1, 2], structOf({ name: largeElements(['x', 'y']), word: one }));
    const cases: readonly [Record<string, Vector>, number, string][] = [
      [
        { looked: listVector([0, 1, 2], dictionaryOf(['a', 'b'], [0, 7])) },
        2,
        'column "looked": element 1 of those of all lists is malformed: its index is 7, the dictionary has 2 entries.',
      ],
      [{ looked: listVector([0, 1, 2], dictionaryOf(['a', 'b'], [-1, 0])) }, 2, 'its index is -1, the dictionary'],
      [{ looked: listVector([0, 1, 2], dictionaryOf([], [0, 0])) }, 2, 'its index is 0, the dictionary has 0 entries'],
      [
        { deep: word(dictionaryOf(['a', null], [0, 1])) },
        2,
        'column "deep.word": element 0 of row 1 is null, but the elements are not declared nullable.',
      ],
      [
        { large: listVector([0, 1, 1], largeElements(['a', 'b'], [false, true])) },
        2,
        'column "large": element 0 of row 0 is null, but the elements are not declared nullable.',
      ],
      [{ large: listVector([0, 1, 1], text(['a', 'b'])) }, 2, 'is a list of utf8, but it is declared list(largeUtf8).'],
      [
        { large: listVector([0, 1, 1], dictionaryOf(['a'], [0])) },
        2,
        'is a list of dictionaries, but it is declared list(largeUtf8).',
      ],
      [
        { looked: listVector([0, 1, 1], makeVector(Int32Array.of(1))) },
        2,
        'column "looked" is a list of int32, but it is declared nullable(list(nullable(utf8))).',
      ],
    ];
    const all = cases.map(([changed], at): Case => {
      write(`wrong-looked-${at}`, { ...sound, ...changed });
      return { name: `wrong-looked-${at}`, transform: 'listedTexts', params: false, options: {}, asItIs: true };
    });
    // Offsets of lists in the file and their replacements.
    const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const seven = {
      looked: listVector([0, 3, 7], dictionaryOf(['a', null], [0, 1, 0, 0, 1, 1, 0])),
      large: listVector([0, 3, 7], largeElements(letters)),
      deep: listVector(
        [0, 3, 7],
        structOf({
          name: largeElements(letters),
          word: dictionaryOf(
            ['a'],
            letters.map(() => 0),
          ),
        }),
      ),
    };
    const ragged: readonly (readonly [keyof typeof seven, readonly number[], number, string])[] = [
      ['looked', [0, 3, 9], 3, 'row 1, column "looked": the offsets decrease or leave the values.'],
      ['looked', [-1, 3, 7], 3, 'row 0, column "looked": the offsets decrease or leave the values.'],
      ['looked', [0, 7, 3], 3, 'row 1, column "looked": the offsets decrease or leave the values.'],
      ['large', [0, 8, 7], 3, 'row 0, column "large": the offsets decrease or leave the values.'],
      ['large', [0, 3, 2], 3, 'row 1, column "large": the offsets decrease or leave the values.'],
      ['deep', [-2147483648, 3, 7], 3, 'row 0, column "deep.name": the offsets decrease or leave the values.'],
      ['deep', [0, 3, 2147483647], 3, 'row 1, column "deep.name": the offsets decrease or leave the values.'],
      [
        'large',
        halves([0, 1, 0, 3, 4, 5, 6, 7]),
        2,
        'column "large": element 1 of those of all lists has malformed offsets.',
      ],
      [
        'large',
        halves([-5, 1, 2, 3, 4, 5, 6, 7]),
        2,
        'column "large": element 0 of those of all lists has malformed offsets.',
      ],
      [
        'large',
        halves([0, 1, -1, 3, 4, 5, 6, 7]),
        2,
        'column "large": element 1 of those of all lists has malformed offsets.',
      ],
      ['large', halves([0, 1, 2, 3, 4, 5, 6, 2 ** 40]), 2, 'column "large" has more than 2147483647 bytes of text.'],
    ];
    const malformed = ragged.map(([column, offsets, status, message], at) => {
      const one: Case = { ...(all[0] as Case), name: `ragged-looked-${at}` };
      const own = offsets.length > 3 ? halves([0, 1, 2, 3, 4, 5, 6, 7]) : [0, 3, 7];
      writeOver(one.name, { ...sound, [column]: seven[column] }, own, offsets);
      return [one, status, message] as const;
    });
    runCases([...all, ...malformed.map(([one]) => one)]);
    for (const [at, [, status, message]] of cases.entries())
      expect(errorOf(all[at] as Case), `${at}`).toEqual({ status, text: expect.stringContaining(message) });
    for (const [one, status, message] of malformed)
      expect(errorOf(one), one.name).toEqual({ status, text: expect.stringContaining(message) });
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0);
}
