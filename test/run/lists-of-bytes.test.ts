import { type DeviceTable, RowError, SchemaError } from '@rowfuse/runtime';
import {
  Binary,
  Field,
  LargeBinary,
  List,
  makeData,
  makeVector,
  Table,
  tableFromIPC,
  tableToIPC,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtToDevice, builtTransforms, transformNamed } from './built-transforms.js';
import { listVector } from './list-vectors.js';

const transforms = await builtTransforms();
const named = (name: string) => transformNamed(transforms, name).run;

const bytes = (...values: number[]) => Uint8Array.from(values);

/** Bytes of one column, with offsets of any kind. */
function binaryVector(offsets: readonly number[], data: Uint8Array, valid?: number): Vector<Binary> {
  const nulls = valid === undefined ? {} : { nullBitmap: Uint8Array.of(valid), nullCount: 1 };
  const length = offsets.length - 1;
  return makeVector(
    makeData({ type: new Binary(), length, valueOffsets: Int32Array.from(offsets), data, ...nulls }),
  ) as Vector<Binary>;
}

/** Returns the values as Arrow JS reads them: plain arrays of numbers, with null for nulls. */
function told(vector: Vector | null | undefined): unknown {
  const plain = (value: unknown): unknown =>
    value instanceof Uint8Array
      ? [...value]
      : value !== null && typeof value === 'object' && Symbol.iterator in value
        ? [...(value as Iterable<unknown>)].map(plain)
        : value;
  return [...(vector ?? [])].map(plain);
}

describe.each(backendsUnderTest)('%s: lists of bytes', (backend) => {
  const call = (name: string, columns: unknown) => named(name)(columns as Record<string, Vector>, { backend });
  const errorOf = async (name: string, columns: unknown) => {
    const error = await call(name, columns).catch((caught: unknown) => caught);
    if (error instanceof RowError || error instanceof SchemaError) return error;
    throw new Error(`no error of a row: ${String(error)}`);
  };

  it('are taken as plain arrays, as vectors and as IPC, and written as Arrow lists', async () => {
    const parts = [[bytes(1, 2), bytes(255)], [], [bytes()]];
    const maybe = [null, [null, bytes(1, 9)], [bytes(3)]];
    const vectors = {
      parts: listVector([0, 2, 2, 3], binaryVector([0, 2, 3, 3], bytes(1, 2, 255))),
      maybe: vectorFromArray(maybe, new List(new Field('item', new LargeBinary(), true))) as Vector,
      i: Int32Array.of(0, 1, -1),
    };
    const table = new Table({ ...vectors, i: makeVector(vectors.i) } as Record<string, Vector>);
    for (const input of [{ parts, maybe, i: vectors.i }, vectors, table, tableToIPC(table)]) {
      const result = (await call('blobsRead', input)) as Table;
      expect([...(result.getChild('bytes') ?? [])]).toEqual([258, 0, 0]);
      expect([...(result.getChild('there') ?? [])]).toEqual([0, 2, 1]);
      expect(told(result.getChild('at'))).toEqual([[1, 2], null, []]);
      expect(told(result.getChild('found'))).toEqual([null, [1, 9], null]);
      expect([...(result.getChild('text') ?? [])]).toEqual(['2:2+1', 'undefined:', '0:0']);
    }
    const made = (await call('blobsMade', {
      data: [bytes(7, 8)],
      other: [null],
      parts: [[bytes(7)]],
      i: [0],
    })) as Table;
    const read = tableFromIPC(tableToIPC(made));
    expect(String(read.schema.fields.find(({ name }) => name === 'filtered')?.type)).toBe('List<LargeBinary>');
    expect(told(read.getChild('literal'))).toEqual([[[7, 8], [8], []]]);
    expect(told(read.getChild('made'))).toEqual([[null, null]]);
    expect(told(read.getChild('nested'))).toEqual([[[[7]], [[7, 8]], []]]);
    expect(told(read.getChild('chosen'))).toEqual([[null, [7, 8]]]);
  });

  it('fail the row of ragged offsets; bytes need not be UTF-8', async () => {
    const data = bytes(0xff, 0xc0, 0x80, 1);
    const rows = (elements: Vector) => ({ parts: listVector([0, 2, 3], elements), keepsEmpty: [true, true] });
    const sound = (await call('blobsExpanded', rows(binaryVector([0, 1, 3, 4], data)))) as Table;
    expect(told(sound.getChild('part'))).toEqual([[0xff], [0xc0, 0x80], [1]]);
    for (const [offsets, row] of [
      [[0, 2, 1, 4], 0],
      [[0, 5, 3, 4], 0],
      [[0, 1, 3, 2], 1],
    ] as const) {
      const error = await errorOf('blobsExpanded', rows(binaryVector(offsets, data)));
      expect(error).toMatchObject({ code: 'RowError', row, column: 'parts' });
      expect(error.message).toContain('malformed offsets');
    }
    // Offsets that decrease around a null are malformed as well, though the bytes there are not read.
    const error = await errorOf('blobsExpanded', rows(binaryVector([0, 2, 1, 4], data, 0b101)));
    expect(error).toMatchObject({ code: 'RowError', row: 0 });
  });

  it('report a value that is no bytes, or an undeclared null, by row and place', async () => {
    const wrong = await errorOf('blobsRead', { parts: [[bytes(1)], ['a']], maybe: [null, null], i: [0, 0] });
    expect(wrong.message).toContain(
      'element 0 of row 1 is "a", but the elements are declared binary, which holds a Uint8Array',
    );
    const missing = await errorOf('blobsRead', {
      parts: [[bytes(1)], [bytes(), null]],
      maybe: [null, null],
      i: [0, 0],
    });
    expect(missing.message).toContain('element 1 of row 1 is null, but the elements are declared binary');
    const made = await errorOf('blobsMissing', { parts: [[bytes(1)], [null]], i: [0, 0] });
    expect(made.message).toContain(
      'row 1, column "blobsMissing": the row function returned a list whose element 0 is null, but the elements are declared binary',
    );
    const other = await errorOf('blobsMissing', { parts: listVector([0, 1], makeVector(Int32Array.of(1))), i: [0] });
    expect(other.message).toContain('got List<Int32>, declared list(nullable(binary))');
  });

  it('go to device tables and back', async () => {
    const toDevice = await builtToDevice();
    const parts = vectorFromArray(
      [[bytes(0, 1, 2, 3), null], [], [bytes(9)], null],
      new List(new Field('item', new Binary(), true)),
    );
    using held = await toDevice({ parts: parts as Vector, i: Int32Array.of(1, 2, 3, 4) }, { backend });
    expect(held.columns[0]).toMatchObject({ type: 'list', element: { type: 'binary', nullable: true }, nullCount: 1 });
    expect(told((await held.toArrow()).getChild('parts'))).toEqual([[[0, 1, 2, 3], null], [], [[9]], null]);
    using some = await toDevice(
      { parts: parts.slice(0, 3) as Vector, keepsEmpty: vectorFromArray([false, true, true]) },
      { backend },
    );
    using result = await (named('blobsExpanded') as unknown as (table: unknown) => Promise<DeviceTable>)(some);
    const arrow = await result.toArrow();
    expect(told(arrow.getChild('part'))).toEqual([[0, 1, 2, 3], [9]]);
    expect(told(arrow.getChild('rest'))).toEqual([[null], []]);
  });
});
