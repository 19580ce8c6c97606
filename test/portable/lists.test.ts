import { RowError } from '@rowfuse/runtime';
import {
  type DataType,
  Field,
  Float64,
  Int32,
  List,
  makeVector,
  Struct,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { text } from '../addon/columns.js';
import { transformNamed } from '../run/built-transforms.js';
import { listVector } from '../run/list-vectors.js';
import {
  attempt,
  type Case,
  errorOf,
  hasPyarrow,
  portableTransforms,
  runCases,
  write,
  writeOver,
} from './python-calls.js';

describe.skipIf(!hasPyarrow)('lists from Python', async () => {
  const transforms = await portableTransforms();

  it('takes lists, and says what is wrong with them', () => {
    const numbers = (values: readonly number[]) => vectorFromArray(values, new Int32());
    const pointsWith = (y: DataType) =>
      new Struct([new Field('x', new Float64(), true), new Field('y', y, true), new Field('name', new Utf8(), true)]);
    const listOf = (type: DataType) => new List(new Field('item', type, true));
    const lists = (values: readonly unknown[], type: DataType) =>
      vectorFromArray(values, new List(new Field('item', type, true)));
    const cases: readonly [string, Record<string, Vector>, string][] = [
      [
        'listOfTexts',
        { tags: lists([['a'], ['b', null]], new Utf8()), s: text(['', '']) },
        'column "tags": element 1 of row 1 is null, but the elements are not declared nullable.',
      ],
      [
        'listOfTexts',
        { tags: lists([[1], [2]], new Int32()), s: text(['', '']) },
        'column "tags" is a list of int32, but it is declared list(utf8). Cast it',
      ],
      [
        'listOfTexts',
        { tags: text(['', '']), s: text(['', '']) },
        'column "tags" is utf8, but it is declared list(utf8)',
      ],
      ['structsOfLists', { s: text(['']), n: vectorFromArray([1], new Int32()) }, 'there is no column "deep"'],
      [
        'recordSums',
        { i: numbers([1]), points: numbers([1]) },
        '"points" is int32, but it is declared a list of structs.',
      ],
      [
        'recordSums',
        { i: numbers([1]), points: lists([[1]], new Int32()) },
        'column "points" is a list of int32, but it is declared a list of structs.',
      ],
      [
        'recordSums',
        { i: numbers([1]), points: lists([[{ x: 1 }]], new Struct([new Field('x', new Float64(), true)])) },
        'there is no field "y". There are: "x".',
      ],
      [
        'recordSums',
        { i: numbers([1]), points: lists([[{ x: 1, y: 'a', name: null }]], pointsWith(new Utf8())) },
        'column "points.y" is a list of utf8, but it is declared list(float64).',
      ],
      [
        'recordSums',
        { i: numbers([1]), points: lists([[{ x: 1, y: null, name: null }]], pointsWith(new Float64())) },
        'column "points.y": element 0 of row 0 is null, but the elements are not declared nullable.',
      ],
      [
        'recordSums',
        { i: numbers([1, 2]), points: lists([[], null], pointsWith(new Float64())) },
        'column "points": row 1 is null as a whole, but the list is not declared nullable.',
      ],
      [
        'recordSums',
        { i: numbers([1, 2]), points: lists([[], [{ x: 1, y: 1, name: '' }, null]], pointsWith(new Float64())) },
        'column "points": element 1 of row 1 is null as a whole, but the struct is not declared nullable.',
      ],
      [
        'nestedSums',
        { i: numbers([0]), j: numbers([0]), rows: lists([[['a']]], listOf(new Utf8())) },
        'column "rows" is a list of lists of utf8, but it is declared list(list(float64)).',
      ],
      [
        'nestedSums',
        { i: numbers([0, 0]), j: numbers([0, 0]), rows: lists([[[1]], [[1], [2, null]]], listOf(new Float64())) },
        'column "rows": element 1 of element 1 of row 1 is null, but the elements are not declared nullable.',
      ],
    ];
    const all = cases.map(([transform, columns], index): Case => {
      write(`list-${index}`, columns);
      return { name: `list-${index}`, transform, params: false, options: {} };
    });
    runCases(all);
    for (const [index, [, , message]] of cases.entries())
      expect(errorOf({ ...all[0], name: `list-${index}` } as Case)).toEqual({
        status: 2,
        text: expect.stringContaining(message),
      });
    expect(transforms.filter(({ input }) => input.some(({ element }) => element)).length).toBeGreaterThan(3);
  });

  it('fails the row of a list with malformed offsets', () => {
    const cells = makeVector(Float64Array.of(1, 2, 3, 4));
    const small = text(['a', 'bc', 'd', '']);
    const numbers = (length: number) => makeVector(new Int32Array(length));
    const nested = () => listVector([0, 3, 5], listVector([0, 1, 1, 2, 4, 4], cells));
    const tags = () => listVector([0, 2, 4], small);
    // Offsets of the file and their replacements.
    const cases: readonly ['nestedSums' | 'listOfTexts', readonly number[], readonly number[]][] = [
      ['nestedSums', [0, 3, 5], [0, 3, 2]],
      ['nestedSums', [0, 3, 5], [0, 3, 6]],
      ['nestedSums', [0, 3, 5], [-1, 3, 5]],
      ['nestedSums', [0, 3, 5], [0, 2147483647, 5]],
      ['nestedSums', [0, 1, 1, 2, 4, 4], [0, 1, 1, 2, 1, 4]],
      ['nestedSums', [0, 1, 1, 2, 4, 4], [0, 1, 1, 2, 9, 4]],
      ['nestedSums', [0, 1, 1, 2, 4, 4], [0, -5, 1, 2, 4, 4]],
      ['listOfTexts', [0, 2, 4], [0, 2, 1]],
      ['listOfTexts', [0, 2, 4], [0, 5, 4]],
      ['listOfTexts', [0, 1, 3, 4, 4], [0, 1, 0, 4, 4]],
    ];
    const all = cases.map(([transform, sound, malformed], index) => {
      const one: Case = { name: `malformed-${index}`, transform, params: false, options: {}, asItIs: true };
      const columns =
        transform === 'nestedSums'
          ? { rows: nested(), i: numbers(2), j: numbers(2) }
          : { tags: tags(), s: text(['', '']) };
      return { one, table: writeOver(one.name, columns, sound, malformed) };
    });
    runCases(all.map(({ one }) => one));
    for (const { one, table } of all) {
      const expected = attempt(() => transformNamed(transforms, one.transform).run.reference(table));
      if (!(expected instanceof RowError)) throw new Error(`${one.name} does not fail`);
      expect(errorOf(one), one.name).toEqual({
        status: 3,
        text: expect.stringMatching(
          new RegExp(`^${one.transform}: row ${expected.row}, column "\\w+": the offsets decrease or leave the values`),
        ),
      });
    }
  });
});
