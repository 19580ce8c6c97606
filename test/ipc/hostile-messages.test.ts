import { verifyIpc } from '@rowfuse/runtime';
import { describe, expect, test } from 'vitest';
import type { FlatTableSource } from './flat-writer.js';
import { body, int32, read, refuses, whole } from './hostile-cases.js';
import {
  batch,
  batchMessage,
  blocksOf,
  dictionary,
  encoding,
  field,
  file,
  headers,
  type MessageSource,
  message,
  schema,
  schemaMessage,
  stream,
  types,
} from './ipc-writer.js';

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
  ]);
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
  });
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
    );
  const made =
    (...messages: Uint8Array[]) =>
    () =>
      stream(schemaMessage(category), ...messages);

  test('reads the undamaged bytes of these tests', () => {
    expect(read(made(entriesMessage(7), rows(0))()).batches).toHaveLength(1);
    expect(
      read(made(entriesMessage(7), entriesMessage(7, 1), rows(0), entriesMessage(7), rows(0))()).batches,
    ).toHaveLength(2);
  });

  test('accepts a missing dictionary while a column holds only nulls', () => {
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
  ]);

  test('whose entries refer to a dictionary that never comes', () => {
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
    });
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
    );
    const bytes = stream(schemaMessage(outer), outerEntries, batches);
    expect(() => verifyIpc(bytes)).toThrow('dictionary 1 is missing, and rows refer to it');
    const both = stream(schemaMessage(outer), outerEntries, entriesMessage(1), batches);
    expect(read(both).batches).toHaveLength(1);
  });

  test('that occur twice in a file', () => {
    const messages = [entriesMessage(7), entriesMessage(7), rows(0)];
    const blocks = blocksOf(messages, [64, 64, 64]);
    const bytes = file([category], messages, { dictionaries: blocks.slice(0, 2), batches: blocks.slice(2) });
    expect(() => verifyIpc(bytes)).toThrow('dictionary 7 comes twice in a file');
  });
});
