import { RowError, SchemaError } from '@rowfuse/runtime';
import {
  Field,
  Float64,
  Int32,
  List,
  makeData,
  makeVector,
  Struct,
  type Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  type Vector,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';

const transforms = await builtTransforms();

/** Lists of points over the given offsets, with validity bits of lists and of structs. */
function points(
  offsets: readonly number[],
  { lists, structs, bytes = 'abcd' }: { lists?: number; structs?: number; bytes?: string } = {},
): Vector {
  const x = makeData({ type: new Float64(), data: Float64Array.of(1, 2, 3, 4) });
  const name = makeData({
    type: new Utf8(),
    length: 4,
    valueOffsets: Int32Array.of(0, 1, 2, 3, 4),
    data: Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
  });
  const type = new Struct([new Field('x', x.type), new Field('name', name.type)]);
  const nulls = (bits: number | undefined) =>
    bits === undefined ? {} : { nullBitmap: Uint8Array.of(bits), nullCount: -1 };
  const child = makeData({ type, length: 4, children: [x, name], ...nulls(structs) });
  return makeVector(
    makeData({
      type: new List(new Field('item', type, true)),
      length: offsets.length - 1,
      valueOffsets: Int32Array.from(offsets),
      child,
      ...nulls(lists),
    }),
  );
}

const rowsOf = (table: unknown, name: string) =>
  JSON.parse(JSON.stringify([...((table as Table).getChild(name) ?? [])].map((list) => (list ? [...list] : null))));

describe.each(backendsUnderTest)('%s: lists of structs', (backend) => {
  const call = (name: string, columns: Record<string, unknown>, options = {}) => {
    const found = transforms.find((transform) => transform.name === name);
    if (!found) throw new Error(`no transform ${name}`);
    return found.run(columns as Record<string, Vector>, { backend, ...options });
  };
  const errorOf = async (name: string, columns: Record<string, unknown>) => {
    const error = await call(name, columns).catch((caught: unknown) => caught);
    if (error instanceof RowError || error instanceof SchemaError) return error;
    throw new Error(`no error of a row: ${String(error)}`);
  };

  it('are read from vectors, files and plain arrays, and are Arrow lists of structs', async () => {
    const expected = [
      [{ x: 1, name: 'a' }],
      [],
      [
        { x: 2, name: 'b' },
        { x: 3, name: 'c' },
      ],
    ];
    const made = await call('recordsTolerated', { points: points([0, 1, 1, 3]) });
    expect(rowsOf(made, 'points')).toEqual(expected);
    expect(String((made as Table).schema.fields[0]?.type)).toBe('List<Struct<{x:Int32, name:Utf8}>>');
    const read = tableFromIPC(tableToIPC(made as Table));
    expect(rowsOf(read, 'points')).toEqual(expected);
    expect(rowsOf(await call('recordsTolerated', { points: points([0, 1, 1, 3]).slice(1, 3) }), 'points')).toEqual(
      expected.slice(1),
    );
    expect(rowsOf(await call('recordsTolerated', { points: expected }), 'points')).toEqual(expected);
    const kept = await call('recordsKept', {
      points: [null, [{ x: 1, name: null, flag: true }]],
      n: Int32Array.of(1, 2),
    });
    expect(rowsOf(kept, 'points')).toEqual([null, [{ x: 1, name: null, flag: true }]]);
  });

  it('fail the row of a field that its column cannot hold, with the place of its struct', async () => {
    const columns = {
      points: [
        [{ x: 1, name: '' }],
        [
          { x: 2, name: '' },
          { x: 0.5, name: '' },
        ],
      ],
    };
    const error = await errorOf('recordsTolerated', columns);
    expect(error.message).toContain(
      'row 1, column "points.x": the row function returned a list whose element 1 is 0.5, but int32 holds',
    );
    const { result, errors } = await (call('recordsTolerated', columns, { onError: 'collect' }) as Promise<never>);
    expect([rowsOf(result, 'points'), (errors as unknown[]).length]).toEqual([[[{ x: 1, name: '' }], null], 1]);
  });

  it('fail the rows of malformed offsets and invalid UTF-8', async () => {
    for (const [offsets, row] of [
      [[0, 2, 1, 3], 1],
      [[0, 1, 5], 1],
      [[-1, 1], 0],
    ] as const) {
      const error = await errorOf('recordsTolerated', { points: points(offsets) });
      expect(error).toMatchObject({ code: 'RowError', row });
      expect(error.message).toContain('malformed offsets');
    }
    expect(await errorOf('recordsTolerated', { points: points([0, 1, 2], { bytes: 'a\xffcd' }) })).toMatchObject({
      row: 1,
      column: 'points.name',
    });
    // A malformed field that nothing reads is accepted.
    expect([
      ...((await call('recordsUnread', { points: points([0, 2], { bytes: 'a\xffcd' }) })) as Vector),
    ]).toHaveLength(1);
  });

  it('report nulls with their rows', async () => {
    const list = await errorOf('recordsTolerated', { points: points([0, 1, 2], { lists: 0b01 }) });
    expect(list.message).toContain('column "points": row 1 is null as a whole, but the list is not declared nullable');
    const struct = await errorOf('recordsTolerated', { points: points([0, 1, 3], { structs: 0b1011 }) });
    expect(struct.message).toContain(
      'column "points": element 1 of row 1 is null as a whole, but the struct is not declared nullable. Declare it so, `list(nullable(struct({ … })))`',
    );
    const plain = await errorOf('recordsTolerated', { points: [[{ x: 1, name: 'a' }], [null]] });
    expect(plain.message).toContain(
      'column "points": element 0 of row 1 is null, but the column is declared a list of structs',
    );
    const field = await errorOf('recordsTolerated', { points: [[{ x: null, name: 'a' }]] });
    expect(field.message).toContain('column "points.x": element 0 of row 0 is null');
    const hidden = points([0, 1, 3], { lists: 0b01, structs: 0b1001 });
    const kept = await errorOf('recordsKept', { points: hidden, n: new Int32Array(2) });
    expect(kept.message).toContain('has no field "flag"');
  });

  it('refuse any other type', async () => {
    const numbers = makeVector(Float64Array.of(1));
    expect((await errorOf('recordsTolerated', { points: numbers })).message).toContain(
      'column "points": got Float64, declared a list of structs',
    );
    const flat = makeVector(
      makeData({
        type: new List(new Field('item', new Int32(), true)),
        length: 1,
        valueOffsets: Int32Array.of(0, 1),
        child: makeData({ type: new Int32(), data: Int32Array.of(1) }),
      }),
    );
    expect((await errorOf('recordsTolerated', { points: flat })).message).toContain('which has no field "x"');
    expect((await errorOf('recordsTolerated', { points: [1] })).code).toBe('SchemaError');
  });
});
