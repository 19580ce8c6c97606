import { describe, expect, test } from 'vitest';
import type { FlatTableSource } from './flat-writer.js';
import { int32, read, refuses, utf8 } from './hostile-cases.js';
import { encoding, field, headers, message, schema, schemaMessage, stream, types } from './ipc-writer.js';

describe('refuses schemas', () => {
  const column =
    (type: Parameters<typeof field>[0]['type'], ...children: FlatTableSource[]) =>
    () =>
      stream(schemaMessage(field({ type, children })));
  const nested = (levels: number): FlatTableSource =>
    levels === 1 ? int32 : field({ type: types.list, children: [nested(levels - 1)] });

  refuses([
    [
      'of columns in columns, 65 levels deep',
      () => stream(schemaMessage(nested(65))),
      'columns are nested more than 64 levels deep',
    ],
    [
      'of numbers that are big-endian',
      () => stream(message({ type: headers.schema, header: schema([int32], 1) })),
      'its numbers are big-endian',
    ],
    [
      'of an order of bytes that there is not',
      () => stream(message({ type: headers.schema, header: schema([int32], 7) })),
      'its endianness is number 7',
    ],
    ['of a type without a number', column([0, { table: [] }]), 'the type of a field is number 0'],
    ['of a type that there is not', column([99, { table: [] }]), 'the type of a field is number 99'],
    ['of a type without its table', column([2, undefined]), 'a field has the type Int, but no table that describes it'],
    ['of a type whose table is that of another', column([2, { table: [] }]), 'integers of 0 bits do not exist'],
    [
      'of integers of 33 bits',
      column([
        2,
        {
          table: [
            [4, 33],
            [1, 1],
          ],
        },
      ]),
      'integers of 33 bits do not exist',
    ],
    ['of floats of another precision', column([3, { table: [[2, 3]] }]), 'FloatingPoint.precision is 3'],
    [
      'of decimals of 17 bits',
      column([
        7,
        {
          table: [
            [4, 5],
            [4, 2],
            [4, 17],
          ],
        },
      ]),
      'decimals of 17 bits do not exist',
    ],
    [
      'of seconds in 64 bits',
      column([
        9,
        {
          table: [
            [2, 0],
            [4, 64],
          ],
        },
      ]),
      'times in SECONDS of 64 bits do not exist',
    ],
    ['of timestamps of another unit', column([10, { table: [[2, -1]] }]), 'Timestamp.unit is -1'],
    ['of values of -1 bytes', column([15, { table: [[4, -1]] }]), 'values of -1 bytes do not exist'],
    ['of lists of -1 elements', column([16, { table: [[4, -1]] }], int32), 'lists of -1 elements do not exist'],
    ['of lists of nothing', column(types.list), 'a field of the type List has 0 children'],
    ['of lists of two things', column(types.list, int32, utf8), 'a field of the type List has 2 children'],
    ['of integers with fields', column(types.int32, int32), 'a field of the type Int has 1 children'],
    ['of maps of no entries', column([17, { table: [] }], int32), 'the entries of a map are Int32'],
    [
      'of unions with other numbers than fields',
      column(
        [
          14,
          {
            table: [
              [2, 0],
              {
                numbers: [
                  [4, 0],
                  [4, 1],
                ],
                length: 2,
              },
            ],
          },
        ],
        int32,
      ),
      'a union of 1 fields has 2 type ids',
    ],
    [
      'of unions with numbers that are equal',
      column(
        [
          14,
          {
            table: [
              [2, 0],
              {
                numbers: [
                  [4, 3],
                  [4, 3],
                ],
                length: 2,
              },
            ],
          },
        ],
        int32,
        utf8,
      ),
      'a union has the type id 3 twice',
    ],
    [
      'of unions with numbers out of range',
      column([14, { table: [[2, 0], { numbers: [[4, 128]], length: 1 }] }], int32),
      'a union has the type id 128',
    ],
    ['of unions of another mode', column([14, { table: [[2, 2]] }]), 'Union.mode is 2'],
    [
      'of indices of a dictionary of 7 bits',
      () => stream(schemaMessage(field({ type: types.utf8, dictionary: { table: [[8, 0], { table: [[4, 7]] }] } }))),
      'integers of 7 bits do not exist',
    ],
    [
      'of a dictionary of another kind',
      () =>
        stream(schemaMessage(field({ type: types.utf8, dictionary: { table: [[8, 0], undefined, [1, 0], [2, 1]] } }))),
      'dictionary 0 has the kind 1',
    ],
    [
      'of a dictionary past 2^53',
      () => stream(schemaMessage(field({ type: types.utf8, dictionary: encoding(2n ** 62n) }))),
      'DictionaryEncoding.id is 4611686018427387904, past 2^53',
    ],
    [
      'of a dictionary of two types',
      () =>
        stream(
          schemaMessage(
            field({ type: types.utf8, dictionary: encoding(3) }),
            field({ type: types.int32, dictionary: encoding(3) }),
          ),
        ),
      'the entries of dictionary 3 have one type in one field',
    ],
    ['of run-end encoded columns', column([22, { table: [] }], int32, utf8), 'column "n" is a run-end encoded array'],
  ]);

  test('reads columns that are nested 64 levels deep', () => {
    expect(read(stream(schemaMessage(nested(64)))).schema.fields).toHaveLength(1);
  });
});
