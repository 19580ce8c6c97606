import { verifyIpc } from '@rowfuse/runtime';
import { describe, expect, test } from 'vitest';
import type { FlatTableSource } from './flat-writer.js';
import { int32, of, ofInt32, refuses, utf8, whole } from './hostile-cases.js';
import {
  batchMessage,
  field,
  headers,
  message,
  type Pairs,
  schemaMessage,
  stream,
  structs,
  types,
} from './ipc-writer.js';

describe('refuses record batches', () => {
  const claims = (length: number | bigint, buffers: Pairs = whole.buffers) =>
    ofInt32({ length, nodes: [[length, 0]], buffers });
  const nodes = (...pairs: Pairs) => ofInt32({ nodes: pairs });
  const buffers = (...pairs: Pairs) => ofInt32({ buffers: pairs });
  const structOf = (...children: FlatTableSource[]) => field({ name: 's', type: types.struct, children });
  const rows = (length: number | bigint, ...buffers: Pairs) => ({ length, nodes: [[length, 0]] as Pairs, buffers });
  const fixedList = (size: number) => field({ type: [16, { table: [[4, size]] }], children: [int32] });

  refuses([
    ['of -1 rows', ofInt32({ length: -1, nodes: [[-1, 0]] }), 'RecordBatch.length is -1'],
    ['of a column of -1 rows', nodes([-1, 0]), 'the number of rows of a column is -1'],
    [
      'of 2^40 rows in 8 bytes',
      claims(2n ** 40n),
      'the values buffer of column "n" has 8 bytes, but its rows need 4398046511104',
    ],
    ['of 2^53 rows', claims(2n ** 53n), 'RecordBatch.length is 9007199254740992, past 2^53'],
    ['of 3 rows in 8 bytes', claims(3), 'has 8 bytes, but its rows need 12'],
    ['of other columns than rows', ofInt32({ length: 1 }), 'column "n" has 2 rows, but there are 1'],
    ['of more nulls than rows', nodes([2, 3]), 'column "n" has 3 nulls in 2 rows'],
    ['of -1 nulls', nodes([2, -1]), 'the number of nulls of a column is -1'],
    ['of nulls without validity', nodes([2, 1]), 'the validity buffer of column "n" has 0 bytes, but its rows need 1'],
    ['without columns', nodes(), 'a record batch has 0 columns, and none for "n"'],
    ['with more columns', nodes([2, 0], [2, 0]), 'a record batch has 2 columns, but the schema 1'],
    ['without buffers', buffers(), 'a record batch has 0 buffers, and lacks the validity buffer of column "n"'],
    ['with fewer buffers', buffers([0, 0]), 'a record batch has 1 buffers, and lacks the values buffer of column "n"'],
    ['with more buffers', buffers([0, 0], [0, 8], [8, 8]), 'a record batch has 3 buffers, but its columns have 2'],
    ['with a buffer past the body', buffers([0, 0], [60, 8]), 'lies at 60 to 68 of a body of 64 bytes'],
    ['with a buffer before the body', buffers([0, 0], [-8, 16]), 'the place of a buffer is -8'],
    ['with a buffer of -8 bytes', buffers([0, 0], [8, -8]), 'the length of a buffer is -8'],
    [
      'with a buffer of 2^53 bytes',
      buffers([0, 0], [0, 2n ** 53n]),
      'the length of a buffer is 9007199254740992, past 2^53',
    ],
    [
      'with a buffer whose end is past 2^53',
      buffers([0, 0], [2n ** 53n - 1n, 2n ** 53n - 1n]),
      'of a body of 64 bytes',
    ],
    ['with an unused buffer past the body', buffers([0, 100], [0, 8]), 'lies at 0 to 100 of a body of 64 bytes'],
    ['with a buffer at an odd place', buffers([0, 0], [2, 8]), 'begins 2 bytes into its body, no multiple of 4'],
    [
      'with more nodes than bytes',
      () =>
        stream(
          schemaMessage(int32),
          message({ type: headers.batch, header: { table: [[8, 2], structs([[2, 0]], 2 ** 27)] } }),
        ),
      '134217728 elements of RecordBatch.nodes would need 2147483648 bytes',
    ],
    [
      'with more buffers than bytes',
      () =>
        stream(
          schemaMessage(int32),
          message({ type: headers.batch, header: { table: [[8, 2], structs([[2, 0]]), structs([[0, 0]], 2 ** 28)] } }),
        ),
      '268435456 elements of RecordBatch.buffers',
    ],
    [
      'of 2^40 bits in 8 bytes',
      of(field({ type: types.bool }), rows(2n ** 40n, [0, 0], [0, 8])),
      'has 8 bytes, but its rows need 137438953472',
    ],
    [
      'of 2^40 texts',
      of(utf8, rows(2n ** 40n, [0, 0], [0, 8], [0, 0])),
      'the offsets buffer of column "n" has 8 bytes',
    ],
    [
      'of texts with an offset for each, and none for the end',
      of(utf8, rows(2, [0, 0], [0, 8], [0, 0])),
      'the offsets buffer of column "n" has 8 bytes, but its rows need 12',
    ],
    [
      'of 2^31 nulls',
      of(field({ type: types.null }), rows(2n ** 31n)),
      'a column of nulls has 2147483648 rows, more than 2^31 - 1',
    ],
    [
      'of 2^31 structs without fields',
      of(structOf(), rows(2n ** 31n, [0, 0])),
      'a column of structs without fields has 2147483648 rows',
    ],
    [
      'of 2^31 lists of no elements',
      of(fixedList(0), {
        length: 2 ** 31,
        nodes: [
          [2 ** 31, 0],
          [0, 0],
        ],
        buffers: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      }),
      'a column of lists without elements has 2147483648 rows',
    ],
    [
      'of 2^31 values of no bytes',
      of(field({ type: [15, { table: [[4, 0]] }] }), rows(2 ** 31, [0, 0], [0, 0])),
      'a column of values of 0 bytes has 2147483648 rows',
    ],
    [
      'of 2^31 rows without columns',
      () => stream(schemaMessage(), batchMessage({ length: 2 ** 31, nodes: [], buffers: [] })),
      'a record batch without columns has 2147483648 rows',
    ],
    [
      'of structs whose fields are shorter',
      of(structOf(int32), {
        length: 2,
        nodes: [
          [2, 0],
          [1, 0],
        ],
        buffers: [
          [0, 0],
          [0, 0],
          [0, 8],
        ],
      }),
      'column "s.n" has 1 rows, but there are 2',
    ],
    [
      'of lists whose elements are fewer',
      of(fixedList(3), {
        length: 2,
        nodes: [
          [2, 0],
          [5, 0],
        ],
        buffers: [
          [0, 0],
          [0, 0],
          [0, 24],
        ],
      }),
      'column "n" has 5 elements for 2 lists of 3',
    ],
    [
      'of 2^40 lists of 2^31 - 1 elements',
      of(fixedList(2 ** 31 - 1), {
        length: 2n ** 40n,
        nodes: [
          [2n ** 40n, 0],
          [0, 0],
        ],
        buffers: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      }),
      'has 0 elements for 1099511627776 lists of 2147483647',
    ],
    [
      'of views without a number of buffers',
      of(field({ type: types.utf8View }), rows(1, [0, 0], [0, 16])),
      'does not count the buffers of the views of column "n"',
    ],
    [
      'of views with 2^40 buffers',
      of(field({ type: types.utf8View }), { ...rows(1, [0, 0], [0, 16]), variadicCounts: [2n ** 40n] }),
      'lacks the text buffer of column "n"',
    ],
    [
      'of views with -1 buffers',
      of(field({ type: types.utf8View }), { ...rows(1, [0, 0], [0, 16]), variadicCounts: [-1] }),
      'the number of buffers of a column of views is -1',
    ],
    [
      'of views that there are not',
      ofInt32({ variadicCounts: [0] }),
      'counts buffers of views that the schema does not have',
    ],
    [
      'of views of 16 bytes for two rows',
      of(field({ type: types.utf8View }), { ...rows(2, [0, 0], [0, 16]), variadicCounts: [0] }),
      'the views buffer of column "n" has 16 bytes, but its rows need 32',
    ],
    [
      'that are compressed by a codec that there is not',
      ofInt32({
        compression: {
          table: [
            [1, 7],
            [1, 0],
          ],
        },
      }),
      'compressed by codec 7 and method 0',
    ],
    [
      'that are compressed by a method that there is not',
      ofInt32({
        compression: {
          table: [
            [1, 1],
            [1, 3],
          ],
        },
      }),
      'compressed by codec 1 and method 3',
    ],
  ]);

  test('accepts an unused buffer of any size', () => {
    const read = () =>
      verifyIpc(
        ofInt32({
          buffers: [
            [0, 1],
            [0, 8],
          ],
        })(),
      );
    expect(read).not.toThrow();
  });
});
