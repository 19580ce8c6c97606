import { SchemaError, verifyIpc } from '@rowfuse/runtime';
import {
  type Codec,
  CompressionType,
  compressionRegistry,
  Field,
  Int32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import pl from 'nodejs-polars';
import { describe, expect, test } from 'vitest';
import type { ArrowTable } from '../../runtime/input/arrow-shapes.js';
import { readIpc } from '../../runtime/input/ipc-bytes.js';
import { readInput } from '../../runtime/input/read-input.js';
import { tableShape } from './column-shape.js';
import { fixture, readableFixtures } from './fixtures.js';
import { decodeLz4 } from './lz4.js';

const read = (bytes: Uint8Array) => readIpc('test', bytes) as ArrowTable;
const readByArrow = (bytes: Uint8Array) => tableFromIPC(bytes) as unknown as ArrowTable;

/** Arrow JS loses the values of unions in metadata V4. Here all batches share the entries that deltas add. */
const differs = ['unions-v4.arrow', 'unions-v4.arrows', 'dictionary-deltas.arrows'];

describe('files and streams of pyarrow', () => {
  test.each(readableFixtures().filter(({ name }) => !differs.includes(name)))(
    '$name has the columns that Arrow JS reads',
    ({ bytes }) => {
      expect(tableShape(read(bytes))).toEqual(tableShape(readByArrow(bytes)));
      expect(() => verifyIpc(bytes)).not.toThrow();
    },
  );

  test('read unions of metadata V4 like those of V5', () => {
    const expected = tableShape(readByArrow(fixture('unions.arrow')));
    expect(tableShape(read(fixture('unions-v4.arrow')))).toEqual(expected);
    expect(tableShape(read(fixture('unions-v4.arrows')))).toEqual(expected);
  });

  test('share the entries of a growing dictionary among all batches of a stream', () => {
    const { batches } = read(fixture('dictionary-deltas.arrows'));
    const entries = batches.map(({ data }) => data.children[0]?.dictionary);
    expect(new Set(entries).size).toBe(1);
    expect(tableShape(read(fixture('dictionary-deltas.arrows')))).toEqual(
      tableShape(readByArrow(fixture('dictionary-deltas.arrow'))),
    );
  });

  test.each([
    ['compressed-lz4', 'a record batch is compressed (LZ4_FRAME)', 'IpcWriteOptions(compression=None)'],
    [
      'compressed-zstd',
      'a record batch is compressed (ZSTD)',
      'compressionRegistry.set(CompressionType.ZSTD, { decode })',
    ],
    ['list-views', 'column "v" is a list view, which Arrow JS cannot read', 'Cast it where it is made'],
    ['run-ends', 'column "r" is a run-end encoded array, which Arrow JS cannot read', 'Cast it'],
  ])('%s is refused with what to do', (name, what, fix) => {
    for (const kind of ['arrow', 'arrows']) {
      const bytes = fixture(`${name}.${kind}`);
      expect(() => read(bytes)).toThrow(SchemaError);
      expect(() => read(bytes)).toThrow(
        `test: the input is ${bytes.length} bytes of Arrow IPC, which cannot be read: ${what}`,
      );
      expect(() => read(bytes)).toThrow(fix);
    }
  });
});

describe('compressed bodies', () => {
  /** Installs a codec while `use` runs. */
  function withCodec<Value>(decode: NonNullable<Codec['decode']>, use: () => Value): Value {
    compressionRegistry.set(CompressionType.LZ4_FRAME, { decode });
    try {
      return use();
    } finally {
      compressionRegistry.set(CompressionType.LZ4_FRAME, {});
    }
  }

  test('are read by a codec that was given to Arrow JS', () => {
    for (const kind of ['arrow', 'arrows']) {
      const { schema, batches } = withCodec(decodeLz4, () => read(fixture(`compressed-lz4.${kind}`)));
      const expected = read(fixture('numbers-v4.arrow'));
      expect(tableShape({ schema, batches })).toEqual(tableShape(expected));
    }
  });

  test.each<[string, NonNullable<Codec['decode']>, string]>([
    ['fewer bytes', (bytes) => decodeLz4(bytes).subarray(1), 'claims 1 bytes, but has 0 (byte 872)'],
    ['more bytes', () => new Uint8Array(1e6), 'claims 1 bytes, but has 1000000 (byte 872)'],
    ['no bytes', (() => Promise.resolve()) as unknown as NonNullable<Codec['decode']>, 'did not return a Uint8Array'],
    [
      'an error',
      () => {
        throw new Error('no such block');
      },
      'cannot be decompressed: no such block',
    ],
  ])('are refused where the codec gives %s', (_, decode, expected) => {
    const call = () => withCodec(decode, () => read(fixture('compressed-lz4.arrow')));
    expect(call).toThrow(SchemaError);
    expect(call).toThrow(expected);
  });

  test('cannot claim more bytes than they can decompress to', () => {
    const bytes = fixture('compressed-lz4.arrows');
    const view = new DataView(bytes.buffer);
    const frame = bytes.findIndex((_, at) => view.getUint32(at, true) === 0x184d2204);
    for (const size of [2n ** 40n, 2n ** 62n, -2n]) {
      view.setBigInt64(frame - 8, size, true);
      const call = () => withCodec(decodeLz4, () => read(bytes));
      expect(call).toThrow(`claims ${Number(size)} bytes, more than `);
    }
  });
});

describe('verifyIpc reads', () => {
  const columns = { s: vectorFromArray(['a', null, 'b'], new Utf8()), n: vectorFromArray([1, 2, null], new Int32()) };

  test.each(['stream', 'file'] as const)('a %s of polars', (kind) => {
    const frame = pl.DataFrame({ s: ['a', null, 'longer than twelve bytes'], n: [1, 2, null], l: [[1, 2], [], [3]] });
    const whole = frame.withColumns(pl.col('s').cast(pl.Categorical).alias('category'));
    const bytes = new Uint8Array(kind === 'file' ? whole.writeIPC() : whole.writeIPCStream());
    expect(tableShape(read(bytes))).toEqual(tableShape(readByArrow(bytes)));
  });

  test.each(['stream', 'file'] as const)('a %s of Arrow JS, at any alignment', (kind) => {
    const table = new Table(columns);
    const bytes = tableToIPC(new Table([...table.batches, ...table.slice(1).batches]), kind);
    const expected = tableShape(readByArrow(bytes));
    for (let start = 0; start < 9; start += 1) {
      const memory = new Uint8Array(bytes.length + 16);
      memory.set(bytes, start);
      expect(tableShape(read(memory.subarray(start, start + bytes.length)))).toEqual(expected);
    }
  });

  test('a copy of bytes in shared memory', () => {
    const bytes = tableToIPC(new Table(columns));
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    const table = read(shared);
    shared.fill(255);
    expect(tableShape(table)).toEqual(tableShape(read(bytes)));
  });

  test('a stream without an end mark, and one with other bytes after it', () => {
    const bytes = tableToIPC(new Table(columns));
    const expected = tableShape(read(bytes));
    expect(tableShape(read(bytes.subarray(0, bytes.length - 8)))).toEqual(expected);
    expect(tableShape(read(Uint8Array.from([...bytes, 1, 2, 3])))).toEqual(expected);
    expect(tableShape(read(Uint8Array.from([...bytes, ...new Uint8Array(100)])))).toEqual(expected);
  });

  test('no second stream after the first, which is refused because its rows would be lost', () => {
    const bytes = tableToIPC(new Table(columns));
    const call = () => read(Uint8Array.from([...bytes, ...bytes]));
    expect(call).toThrow(`a second stream begins behind the end of the first (byte ${bytes.length})`);
  });

  test('a table of chunks without rows, for which Arrow JS writes the buffers of each', () => {
    const empty = () => makeData({ type: new Int32(), length: 0 });
    for (const kind of ['stream', 'file'] as const) {
      const bytes = tableToIPC(new Table({ n: new Vector([empty(), empty()]) }), kind);
      expect(read(bytes).batches.map(({ data }) => data.length)).toEqual([0]);
    }
  });

  test('a short column, which Arrow JS pads with nulls that have no values', () => {
    const table = new Table({
      n: vectorFromArray([1, 2, 3], new Int32()),
      short: vectorFromArray([1], new Int32()),
      text: vectorFromArray(['a'], new Utf8()),
    });
    for (const kind of ['stream', 'file'] as const) {
      const bytes = tableToIPC(table, kind);
      expect(tableShape(read(bytes))).toEqual(tableShape(readByArrow(bytes)));
    }
  });

  test('columns without names, no columns at all, and a column that holds only nulls', () => {
    const fields = [new Field('', new Int32(), true), new Field('s', new Struct([]), true)];
    const schema = new Schema(fields);
    const children = [
      makeData({ type: new Int32(), data: Int32Array.of(1, 2) }),
      makeData({ type: new Struct([]), length: 2, children: [] }),
    ];
    const batch = new RecordBatch(schema, makeData({ type: new Struct(fields), length: 2, children }));
    for (const kind of ['stream', 'file'] as const) {
      expect(read(tableToIPC(new Table([batch]), kind)).schema.fields.map(({ name }) => name)).toEqual(['', 's']);
    }
  });
});

test('converts the entries of a dictionary once for the lists of many batches', () => {
  const { schema, batches } = read(fixture('dictionary-in-list.arrow'));
  const [batch] = batches;
  const entries = batch?.data.children[0]?.children[0]?.dictionary?.data[0];
  if (batch === undefined || entries === undefined) throw new Error('there is no dictionary');
  let taken = 0;
  const { valueOffsets } = entries;
  Object.defineProperty(entries, 'valueOffsets', {
    get: () => {
      taken += 1;
      return valueOffsets;
    },
  });
  const tags = { name: 'tags', type: 'list', nullable: true, read: true } as const;
  const transform = { name: 'test', input: [{ ...tags, element: { type: 'utf8', nullable: true } as const }] };
  const options = { copyInputs: false, valuesInErrors: true };
  readInput(transform, { schema, batches: Array.from({ length: 50 }, () => batch) }, options);
  expect(taken).toBe(1);
});
