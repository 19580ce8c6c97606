import { SchemaError, verifyIpc } from '@rowfuse/runtime';
import { describe, expect, test } from 'vitest';
import type { FlatTableSource } from './flat-writer.js';
import { body, int32, of, ofInt32, read, refuses, whole } from './hostile-cases.js';
import {
  batchMessage,
  concat,
  field,
  file,
  framed,
  headers,
  message,
  metadata,
  schema,
  schemaMessage,
  stream,
  types,
} from './ipc-writer.js';

test('reads the undamaged bytes of these tests', () => {
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
  ] as const);

  test('whose tables refer to one table, so that the number of paths doubles per level', () => {
    let column = int32;
    for (let level = 1; level < 60; level += 1) column = field({ type: types.struct, children: [column, column] });
    const bytes = stream(schemaMessage(column));
    expect(bytes.length).toBeLessThan(10_000);
    expect(() => verifyIpc(bytes)).toThrow('it refers to more tables than fit into it');
  });

  test('whose tables refer to one long text repeatedly', () => {
    const name = { text: 'x'.repeat(100_000) };
    const column: FlatTableSource = { table: [name, [1, 1], [1, 1], { table: [] }] };
    const columns = Array.from({ length: 2_000 }, (): FlatTableSource => ({ ...column }));
    expect(() => verifyIpc(stream(schemaMessage(...columns)))).toThrow('refers to one text too often');
  });
});

test.each([
  ['PAR1', 'they are a Parquet file'],
  ['FEA1', 'they are a file of Feather V1'],
  ['\u001f\u008b', 'they are compressed by gzip'],
])('recognizes %j at the beginning: %s', (begin, why) => {
  const bytes = concat([Uint8Array.from(begin, (letter) => letter.charCodeAt(0)), new Uint8Array(100)]);
  expect(() => verifyIpc(bytes)).toThrow(why);
});

test('reads 100,000 columns in linear time', () => {
  // Arrow JS compares each name with all before it, in each batch: half a minute.
  const count = 100_000;
  const columns = Array.from({ length: count }, (_, at) => field({ name: `column ${at}`, type: types.null }));
  const rows = batchMessage({ length: 3, nodes: columns.map(() => [3, 3]), buffers: [] });
  const bytes = stream(schemaMessage(...columns), rows, rows);
  const began = performance.now();
  expect(read(bytes).batches.map(({ data }) => data.children.length)).toEqual([count, count]);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('truncates a long name in a message', () => {
  const long = field({ name: 'x'.repeat(1e6), type: types.int32 });
  const bytes = of(long, { ...whole, nodes: [[3, 0]] })();
  expect(() => verifyIpc(bytes)).toThrow(`column "${'x'.repeat(80)}…" has 3 rows, but there are 2`);
});

test('verifyIpc refuses anything but a Uint8Array or an ArrayBuffer', () => {
  expect(() => verifyIpc('ARROW1' as unknown as Uint8Array)).toThrow(SchemaError);
  expect(() => verifyIpc(new Int32Array(8) as unknown as Uint8Array)).toThrow(
    'pass the bytes of an Arrow IPC stream or file',
  );
});
