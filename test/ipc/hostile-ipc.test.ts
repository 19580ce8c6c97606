import { SchemaError, verifyIpc } from 'rowfuse/runtime';
import { describe, expect, test } from 'vitest';
import type { ArrowTable } from '../../native/runtime/input/arrow-shapes.js';
import { readIpc } from '../../native/runtime/input/ipc-bytes.js';
import { type FlatTableSource, flatBuffer } from './flat-writer.js';
import {
  batch,
  batchMessage,
  concat,
  dictionary,
  encoding,
  field,
  file,
  framed,
  headers,
  type MessageSource,
  message,
  metadata,
  type Pairs,
  schema,
  schemaMessage,
  stream,
  structs,
  types,
} from './ipc-writer.js';

const int32 = field({ type: types.int32 });
const utf8 = field({ type: types.utf8 });
const body = new Uint8Array(64);
const whole = {
  length: 2,
  nodes: [[2, 0]] as Pairs,
  buffers: [
    [0, 0],
    [0, 8],
  ] as Pairs,
}; // prettier-ignore

const read = (bytes: Uint8Array) => readIpc('test', bytes) as ArrowTable;

/** Every case is refused by a SchemaError that names the byte, and says so. */
function refuses(cases: readonly (readonly [title: string, bytes: () => Uint8Array, why: string])[]): void {
  test.each(cases)('%s', (_, make, why) => {
    const bytes = make();
    expect(() => verifyIpc(bytes)).toThrow(SchemaError);
    expect(() => verifyIpc(bytes)).toThrow(why);
    expect(() => verifyIpc(bytes)).toThrow(/\(byte \d+\)\. ./);
  });
}

/** A stream of an int32 column, and a batch of it that is changed. */
const ofInt32 =
  (changes: Partial<Parameters<typeof batchMessage>[0]>, bytes = body) =>
  () =>
    stream(schemaMessage(int32), batchMessage({ ...whole, ...changes }, bytes));

/** A stream of one column and one batch. */
const of =
  (column: FlatTableSource, source: Parameters<typeof batchMessage>[0], bytes = body) =>
  () =>
    stream(schemaMessage(column), batchMessage(source, bytes));

test('what is made by hand can be read where nothing is wrong with it', () => {
  expect(read(ofInt32({})()).batches[0]?.data.children[0]).toMatchObject({ length: 2, values: Int32Array.of(0, 0) });
  const messages = [schemaMessage(int32), batchMessage(whole, body)];
  const [first = body, second = body] = messages;
  const bytes = file([int32], messages, { batches: [[8 + first.length, second.length - 64, 64]] });
  expect(read(bytes).batches).toHaveLength(1);
});

describe('refuses FlatBuffers', () => {
  const root = (offset: number) => () => {
    const bytes = metadata({ type: headers.schema, header: schema([int32]) });
    new DataView(bytes.buffer).setInt32(0, offset, true);
    return stream(framed(bytes));
  };
  /** A schema whose table is damaged. */
  const schemaTable = (damage: NonNullable<FlatTableSource['damage']>) => () =>
    stream(message({ type: headers.schema, header: { ...schema([int32]), damage } }));

  refuses([
    ['whose root is outside of them', root(4000), 'Message would need 4 bytes'],
    ['whose root is before them', root(-8), 'Message would need 4 bytes'],
    ['whose root is the offset to it', root(0), 'the offset of Message leads to itself'],
    ['whose root is at an odd place', root(7), 'Message does not lie at a multiple of 4'],
    ['that are empty', () => stream(framed(new Uint8Array(2))), 'Message would need 4 bytes'],
    [
      'with a vtable before them',
      schemaTable(({ view, table }) => view.setInt32(table, 9000, true)),
      'the vtable of Schema would need',
    ],
    [
      'with a vtable behind them',
      schemaTable(({ view, table }) => view.setInt32(table, -9000, true)),
      'the vtable of Schema would need',
    ],
    [
      'with a vtable without its own sizes',
      schemaTable(({ view, vtable }) => view.setUint16(vtable, 0, true)),
      'the vtable of Schema says that it has 0 bytes',
    ],
    [
      'with a vtable of an odd size',
      schemaTable(({ view, vtable }) => view.setUint16(vtable, 7, true)),
      'the vtable of Schema says that it has 7 bytes',
    ],
    [
      'with a vtable past their end',
      schemaTable(({ view, vtable }) => view.setUint16(vtable, 0x7ffe, true)),
      'the vtable of Schema would need 32766 bytes',
    ],
    [
      'with a vtable whose size some read as negative',
      schemaTable(({ view, vtable }) => view.setUint16(vtable, 0xfffe, true)),
      'the vtable of Schema says that it has 65534 bytes',
    ],
    [
      'with a table past their end',
      schemaTable(({ view, vtable }) => view.setUint16(vtable + 2, 0x7000, true)),
      'Schema would need 28672 bytes',
    ],
    [
      'with a table of no size',
      schemaTable(({ view, vtable }) => view.setUint16(vtable + 2, 2, true)),
      'Schema says that it has 2 bytes',
    ],
    [
      'with a field outside of its table',
      schemaTable(({ view, vtable }) => view.setUint16(vtable + 6, 500, true)),
      'Schema.fields would lie outside of its table',
    ],
    [
      'with a field over the offset of the vtable',
      schemaTable(({ view, vtable }) => view.setUint16(vtable + 6, 2, true)),
      'Schema.fields would lie outside of its table',
    ],
    [
      'with a field at an odd place',
      schemaTable(({ view, vtable }) => view.setUint16(vtable + 6, view.getUint16(vtable + 6, true) - 1, true)),
      'Schema.fields does not lie at a multiple of 4',
    ],
    [
      'with more elements than bytes',
      () =>
        stream(
          message({ type: headers.schema, header: { table: [[2, 0], { tables: [int32], length: 2 ** 31 - 1 }] } }),
        ),
      '2147483647 elements of Schema.fields would need 8589934588 bytes',
    ],
    [
      'with 2^32 - 1 elements',
      () => stream(message({ type: headers.schema, header: { table: [[2, 0], { tables: [int32], length: -1 }] } })),
      '4294967295 elements of Schema.fields',
    ],
    [
      'with an offset to itself',
      () => stream(message({ type: headers.schema, header: { table: [[2, 0], { offset: 0 }] } })),
      'the offset of Schema.fields leads to itself',
    ],
    [
      'with an offset that leads back, to what refers to it',
      () => stream(message({ type: headers.schema, header: { table: [[2, 0], { offset: -40 }] } })),
      'Schema.fields would need 4 bytes',
    ],
    [
      'with text past their end',
      () => stream(schemaMessage({ table: [{ numbers: [], length: 2 ** 30 }, [1, 1], [1, 5], { table: [] }] })),
      'Field.name would need 1073741824 bytes',
    ],
  ] as const); // prettier-ignore

  test('whose tables refer to one table, so that paths double with each level', () => {
    let column = int32;
    for (let level = 1; level < 60; level += 1) column = field({ type: types.struct, children: [column, column] });
    const bytes = stream(schemaMessage(column));
    expect(bytes.length).toBeLessThan(10_000);
    expect(() => verifyIpc(bytes)).toThrow('it refers to more tables than fit into it');
  });

  test('whose tables refer to one long text again and again', () => {
    const name = { text: 'x'.repeat(100_000) };
    const column: FlatTableSource = { table: [name, [1, 1], [1, 1], { table: [] }] };
    const columns = Array.from({ length: 2_000 }, (): FlatTableSource => ({ ...column }));
    expect(() => verifyIpc(stream(schemaMessage(...columns)))).toThrow('refers to one text too often');
  });
});

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
  ]); // prettier-ignore

  test('64 levels can be read', () => {
    expect(read(stream(schemaMessage(nested(64)))).schema.fields).toHaveLength(1);
  });
});

describe('refuses messages', () => {
  const kind = (source: Partial<MessageSource>) => () =>
    stream(schemaMessage(int32), message({ type: headers.batch, header: batch(whole), body, ...source }));
  const prefix =
    (...words: number[]) =>
    () =>
      Uint8Array.from(new Uint8Array(Int32Array.from(words).buffer));

  refuses([
    ['without a kind', kind({ type: 0 }), 'a message has the kind 0'],
    ['of a kind that there is not', kind({ type: 9 }), 'a message has the kind 9'],
    ['of tensors', kind({ type: headers.tensor }), 'they hold tensors'],
    [
      'of a kind whose table is not there',
      kind({ header: undefined }),
      'a message of the kind RecordBatch has no header',
    ],
    ['of metadata V3', kind({ version: 2 }), 'its metadata is of version V3'],
    ['of metadata V6', kind({ version: 5 }), 'its metadata is of version V6'],
    ['with a body of -1 bytes', kind({ bodyLength: -1 }), 'Message.bodyLength is -1'],
    [
      'with a body of 2^40 bytes',
      kind({ bodyLength: 2n ** 40n }),
      'says that it has 1099511627776 bytes of body, but 72 are left',
    ],
    ['with a body past 2^53', kind({ bodyLength: 2n ** 62n }), 'Message.bodyLength is 4611686018427387904, past 2^53'],
    [
      'that are a second schema',
      () => stream(schemaMessage(int32), schemaMessage(int32)),
      'a second schema comes within the stream',
    ],
    [
      'that are a schema with a body',
      () => stream(message({ type: headers.schema, header: schema([int32]), body })),
      'a schema has a body of 64 bytes',
    ],
    ['before the schema', () => stream(batchMessage(whole, body)), 'a stream begins with a schema, not a batch'],
    ['with -1 bytes of metadata', prefix(-1, -1), 'a message says that it has -1 bytes of metadata'],
    ['with -5 bytes of metadata', prefix(-5, 0), 'a message says that it has -5 bytes of metadata'],
    [
      'with 2 GiB of metadata',
      prefix(-1, 2 ** 31 - 1, 0, 0),
      'says that it has 2147483647 bytes of metadata, but 8 are left',
    ],
    [
      'with 2 GiB of metadata, as before Arrow 0.15',
      prefix(2 ** 31 - 1, 0),
      'says that it has 2147483647 bytes of metadata, but 4 are left',
    ],
    ['that end behind the continuation mark', prefix(-1), 'they end 4 bytes into a message'],
    ['that end before a length', () => new Uint8Array(3), 'they end 3 bytes into a message'],
    ['that are none', () => new Uint8Array(0), 'there is no schema in them'],
  ]); // prettier-ignore
});

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
  ]); // prettier-ignore

  test('buffers that nothing is read of may be of any size', () => {
    const read = () =>
      verifyIpc(
        ofInt32({
          buffers: [
            [0, 1],
            [0, 8],
          ],
        })(),
      ); // prettier-ignore
    expect(read).not.toThrow();
  });
});

describe('refuses dictionaries', () => {
  const category = field({ name: 'c', type: types.utf8, dictionary: encoding(7) });
  const entries = batch({
    length: 1,
    nodes: [[1, 0]],
    buffers: [
      [0, 0],
      [0, 8],
      [8, 0],
    ],
  }); // prettier-ignore
  const entriesMessage = (id: number | bigint, isDelta = 0, header: FlatTableSource = entries) =>
    message({ type: headers.dictionary, header: dictionary(id, header, isDelta), body });
  const rows = (nulls: number) =>
    batchMessage(
      {
        length: 2,
        nodes: [[2, nulls]],
        buffers: [
          [0, 1],
          [8, 8],
        ],
      },
      body,
    ); // prettier-ignore
  const made =
    (...messages: Uint8Array[]) =>
    () =>
      stream(schemaMessage(category), ...messages);

  test('what is made by hand can be read where nothing is wrong with it', () => {
    expect(read(made(entriesMessage(7), rows(0))()).batches).toHaveLength(1);
    expect(
      read(made(entriesMessage(7), entriesMessage(7, 1), rows(0), entriesMessage(7), rows(0))()).batches,
    ).toHaveLength(2);
  });

  test('a column of nulls needs none, which may come behind it', () => {
    const { batches } = read(made(rows(2), entriesMessage(7), rows(0))());
    expect(batches.map(({ data }) => data.children[0]?.dictionary?.data.length)).toEqual([1, 1]);
    expect(read(made(rows(2))()).batches).toHaveLength(1);
  });

  refuses([
    ['that rows refer to and that are not there', made(rows(0)), 'dictionary 7 is missing, and rows refer to it'],
    [
      'that some rows refer to and that come behind',
      made(rows(1), entriesMessage(7)),
      'dictionary 7 is missing, and rows refer to it',
    ],
    ['that no column has', made(entriesMessage(8), rows(0)), 'no column has dictionary 8'],
    ['past 2^53', made(entriesMessage(2n ** 62n)), 'DictionaryBatch.id is 4611686018427387904'],
    ['that begin with more entries', made(entriesMessage(7, 1)), 'a delta comes for dictionary 7, which is missing'],
    [
      'without entries',
      made(message({ type: headers.dictionary, header: { table: [[8, 7]] } })),
      'the message of dictionary 7 has no record batch',
    ],
    [
      'of two columns',
      made(
        entriesMessage(
          7,
          0,
          batch({
            length: 1,
            nodes: [
              [1, 0],
              [1, 0],
            ],
            buffers: [
              [0, 0],
              [0, 8],
              [8, 0],
            ],
          }),
        ),
      ),
      'a record batch has 2 columns, but the schema 1',
    ],
    [
      'of 2^40 entries',
      made(
        entriesMessage(
          7,
          0,
          batch({
            length: 2n ** 40n,
            nodes: [[2n ** 40n, 0]],
            buffers: [
              [0, 0],
              [0, 8],
              [8, 0],
            ],
          }),
        ),
      ),
      'the offsets buffer of column "c" has 8 bytes',
    ],
  ]); // prettier-ignore

  test('whose entries refer to another that never comes', () => {
    const inner = field({ name: 'inner', type: types.utf8, dictionary: encoding(1) });
    const outer = field({ name: 'outer', type: types.list, children: [inner], dictionary: encoding(2) });
    const lists = batch({
      length: 1,
      nodes: [
        [1, 0],
        [1, 0],
      ],
      buffers: [
        [0, 0],
        [0, 8],
        [0, 0],
        [0, 4],
      ],
    }); // prettier-ignore
    const outerEntries = message({ type: headers.dictionary, header: dictionary(2, lists), body });
    const batches = batchMessage(
      {
        length: 1,
        nodes: [[1, 0]],
        buffers: [
          [0, 0],
          [0, 4],
        ],
      },
      body,
    ); // prettier-ignore
    const bytes = stream(schemaMessage(outer), outerEntries, batches);
    expect(() => verifyIpc(bytes)).toThrow('dictionary 1 is missing, and rows refer to it');
    const both = stream(schemaMessage(outer), outerEntries, entriesMessage(1), batches);
    expect(read(both).batches).toHaveLength(1);
  });

  test('that come twice in a file', () => {
    const messages = [entriesMessage(7), entriesMessage(7), rows(0)];
    const blocks = blocksOf(messages, [64, 64, 64]);
    const bytes = file([category], messages, { dictionaries: blocks.slice(0, 2), batches: blocks.slice(2) });
    expect(() => verifyIpc(bytes)).toThrow('dictionary 7 comes twice in a file');
  });
});

/** Where messages behind the beginning of a file lie. */
function blocksOf(messages: readonly Uint8Array[], bodies: readonly number[]): [number, number, number][] {
  let at = 8;
  return messages.map(({ length }, index) => {
    const bodyLength = bodies[index] ?? 0;
    const block: [number, number, number] = [at, length - bodyLength, bodyLength];
    at += length;
    return block;
  });
}

describe('refuses files', () => {
  const messages = [schemaMessage(int32), batchMessage(whole, body)];
  const [schemaBlock = [0, 0, 0], block = [0, 0, 0]] = blocksOf(messages, [0, 64]);
  const [at, metadataLength, bodyLength] = block;
  const made =
    (...batches: Parameters<typeof file>[2]['batches'] & object) =>
    () =>
      file([int32], messages, { batches });
  const end = (change: (view: DataView, length: number) => void) => () => {
    const bytes = made(block)();
    change(new DataView(bytes.buffer), bytes.length);
    return bytes;
  };

  refuses([
    // Arrow JS reads the schema, forgets how far it was, and reads it again, for ever.
    ['with a block that is a schema', made(schemaBlock), 'the footer lists a batch where there is a schema'],
    [
      'with a block that is a dictionary',
      () => file([int32], messages, { dictionaries: [block] }),
      'the footer lists a dictionary where there is a batch',
    ],
    ['with one block twice', made(block, block), `two blocks of the footer overlap at byte ${at}`],
    [
      'with blocks that overlap',
      made(block, [at + 8, metadataLength - 8, bodyLength]),
      `two blocks of the footer overlap at byte ${at + 8}`,
    ],
    ['with a block before the messages', made([0, metadataLength, bodyLength]), 'the footer places a block at 0'],
    ['with a block at -8', made([-8, metadataLength, bodyLength]), 'the place of a block is -8'],
    ['with a block past the footer', made([at + 4096, metadataLength, bodyLength]), "outside of the file's messages"],
    [
      'with a block past 2^53',
      made([2n ** 60n, metadataLength, bodyLength]),
      'the place of a block is 1152921504606846976, past 2^53',
    ],
    ['with a block of -8 bytes of metadata', made([at, -8, bodyLength]), "outside of the file's messages"],
    [
      'with a block of other metadata',
      made([at, metadataLength + 8, bodyLength - 8]),
      `the footer gives a block ${metadataLength + 8} bytes of metadata, unlike its message`,
    ],
    ['with a block of too little metadata', made([at, metadataLength - 8, bodyLength]), 'bytes of metadata, but'],
    ['with a block without metadata', made([at, 0, bodyLength]), 'the footer gives a block 0 bytes of metadata'],
    [
      'with a block of another body',
      made([at, metadataLength, bodyLength - 8]),
      'the footer gives a block a body of 56 bytes, its message 64',
    ],
    ['with a block of -8 bytes of body', made([at, metadataLength, -8]), 'the length of a block is -8'],
    [
      'with more blocks than bytes',
      end((view, length) => {
        const footer = length - 10 - view.getInt32(length - 10, true);
        const root = footer + view.getUint32(footer, true);
        const entry = root - view.getInt32(root, true) + 10;
        const field = root + view.getUint16(entry, true);
        view.setUint32(field + view.getUint32(field, true), 2 ** 30, true);
      }),
      '1073741824 elements of Footer.recordBatches would need 25769803776 bytes',
    ],
    [
      'with a footer of 0 bytes',
      end((view, length) => view.setInt32(length - 10, 0, true)),
      'the footer says that it has 0 bytes',
    ],
    [
      'with a footer of -100 bytes',
      end((view, length) => view.setInt32(length - 10, -100, true)),
      'the footer says that it has -100 bytes',
    ],
    [
      'with a footer of more bytes than there are',
      end((view, length) => view.setInt32(length - 10, 2 ** 31 - 1, true)),
      'the footer says that it has 2147483647 bytes',
    ],
    [
      'that do not end with ARROW1',
      end((view, length) => view.setUint8(length - 1, 0)),
      'a file ends with ARROW1, and these bytes do not',
    ],
    [
      'that are nothing but their beginning',
      () => new TextEncoder().encode('ARROW1\0\0'),
      'a file ends with ARROW1, and these bytes do not',
    ],
    [
      'that are ARROW1 alone',
      () => new TextEncoder().encode('ARROW1'),
      'a file ends with ARROW1, and these bytes do not',
    ],
  ]); // prettier-ignore

  test('without a schema in the footer', () => {
    const footer = flatBuffer({ table: [[2, 4]] });
    const length = new Uint8Array(Int32Array.of(footer.length).buffer);
    const magic = new TextEncoder().encode('ARROW1');
    const bytes = concat([magic, new Uint8Array(2), footer, length, magic]);
    expect(() => verifyIpc(bytes)).toThrow('the footer has no schema');
  });
});

test.each([
  ['PAR1', 'they are a Parquet file'],
  ['FEA1', 'they are a file of Feather V1'],
  ['\u001f\u008b', 'they are compressed by gzip'],
])('%j at the beginning: %s', (begin, why) => {
  const bytes = concat([Uint8Array.from(begin, (letter) => letter.charCodeAt(0)), new Uint8Array(100)]);
  expect(() => verifyIpc(bytes)).toThrow(why);
});

test('a schema of 100,000 columns takes time that is linear in them', () => {
  // Arrow JS compares each name with those before it, in each batch: half a minute.
  const count = 100_000;
  const columns = Array.from({ length: count }, (_, at) => field({ name: `column ${at}`, type: types.null }));
  const rows = batchMessage({ length: 3, nodes: columns.map(() => [3, 3]), buffers: [] });
  const bytes = stream(schemaMessage(...columns), rows, rows);
  const began = performance.now();
  expect(read(bytes).batches.map(({ data }) => data.children.length)).toEqual([count, count]);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a message has the beginning of a long name', () => {
  const long = field({ name: 'x'.repeat(1e6), type: types.int32 });
  const bytes = of(long, { ...whole, nodes: [[3, 0]] })();
  expect(() => verifyIpc(bytes)).toThrow(`column "${'x'.repeat(80)}…" has 3 rows, but there are 2`);
});

test('bytes that are no bytes', () => {
  expect(() => verifyIpc('ARROW1' as unknown as Uint8Array)).toThrow(SchemaError);
  expect(() => verifyIpc(new Int32Array(8) as unknown as Uint8Array)).toThrow(
    'pass the bytes of an Arrow IPC stream or file',
  );
});
