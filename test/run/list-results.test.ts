import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DeviceTable, RowError, SchemaError } from '@rowfuse/runtime';
import {
  Field,
  Float64,
  List,
  makeData,
  makeVector,
  RecordBatch,
  type Table,
  tableFromIPC,
  tableToIPC,
  type Vector,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtFolder } from '../built-folder.js';
import { utf8Vector } from '../runtime/text-vectors.js';
import { builtToDevice, builtTransforms, transformNamed } from './built-transforms.js';
import { withRuntimeOptions } from './other-runtime.js';
import { outcomeOf } from './outcome.js';

const transforms = await builtTransforms();

const named = (name: string) => transformNamed(transforms, name).run;

/** Returns the values as Arrow JS reads them: arrays, with null for nulls. */
function valuesOf(vector: Vector | null | undefined): unknown[] {
  return [...(vector ?? [])].map((value: unknown) =>
    value !== null && typeof value === 'object' && Symbol.iterator in value ? valuesOf(value as Vector) : value,
  );
}

type Columns = Record<string, Vector>;

const asTable = (result: unknown) => result as Table;
const asVector = (result: unknown) => result as Vector<List>;
const columnOf = (result: unknown, name: string) => valuesOf((result as Table).getChild(name));

async function errorOf(call: Promise<unknown>): Promise<RowError | SchemaError> {
  const error = await call.catch((caught: unknown) => caught);
  if (error instanceof RowError || error instanceof SchemaError) return error;
  throw new Error(`no error of a row: ${String(error)}`);
}

/** The built transforms, with at most 200 bytes of text per chunk of results. */
const small = await withRuntimeOptions('small-lists', 'maxBytes: 200');

const inSmallChunks = (name: string) => {
  const run = small[name];
  if (run === undefined) throw new Error(`no transform ${name}`);
  return run;
};

describe.each(backendsUnderTest)('%s: lists as results', (backend) => {
  it('are Arrow lists, which files can hold', async () => {
    const pieces = asVector(await named('listOfPieces')({ s: ['a,b', '', 'ü,,'] } as unknown as Columns, { backend }));
    expect(String(pieces.type)).toBe('List<Utf8>');
    expect(valuesOf(pieces)).toEqual([['a', 'b'], [''], ['ü', '', '']]);
    expect(pieces.type.children[0]).toMatchObject({ name: 'item', nullable: false });
    const input = { s: ['a b'], xs: [[1, -2]], n: [3] } as unknown as Columns;
    const made = asTable(await named('listMakings')(input, { backend }));
    const read = tableFromIPC(tableToIPC(made));
    expect(columnOf(read, 'literal')).toEqual([['a b', '3', 'c']]);
    expect(columnOf(read, 'made')).toEqual([['A', 'B']]);
    expect(columnOf(read, 'empty')).toEqual([[]]);
    expect([...(made.getChild('constant')?.get(0) ?? [])]).toEqual([2, 3, 5, 7, -11]);
    expect(columnOf(read, 'mapped')).toEqual([[2, -4]]);
    const none = asVector(await named('listOfPieces')({ s: utf8Vector([]) } as unknown as Columns, { backend }));
    expect([none.length, String(none.type)]).toEqual([0, 'List<Utf8>']);
  });

  it('report an element that its column cannot hold by row, column and place; the next call works', async () => {
    const run = named('listOfSmallIntegers');
    const xs = [[1, 2], [], [3, 256], [0.5]];
    const error = await errorOf(run({ xs, keepsAll: [true, true, true, true] } as unknown as Columns, { backend }));
    expect(error).toMatchObject({ code: 'RowError', row: 2, column: 'listOfSmallIntegers', value: '256' });
    expect(error.message).toBe(
      'listOfSmallIntegers: row 2, column "listOfSmallIntegers": the row function returned a list whose element 1 is 256, ' +
        'but uint8 holds an integer from 0 to 255. Return a number that fits, or declare a wider column.',
    );
    const hidden = await errorOf(
      run({ xs, keepsAll: [true, true, true, true] } as unknown as Columns, { backend, valuesInErrors: false }),
    );
    expect(hidden.message).toContain('element 1 is a number, but uint8 holds');
    const next = await run({ xs, keepsAll: [false, false, false, false] } as unknown as Columns, { backend });
    expect(valuesOf(asVector(next))).toEqual([[1, 2], [], [3, 0], [0]]);
    const absent = await named('listOfAbsent')({ xs: [[1n]], i: [1], s: ['a'] } as unknown as Columns, { backend });
    expect(columnOf(absent, 'found')).toEqual([['a', null, null]]);
    const missing = await errorOf(named('listOfMissing')({ s: ['a b', 'c'] } as unknown as Columns, { backend }));
    expect(missing.message).toBe(
      'listOfMissing: row 1, column "listOfMissing": the row function returned a list whose element 1 is undefined, ' +
        'but the elements are declared utf8, not nullable(utf8). Return a value, or declare the elements nullable.',
    );
  });

  it('are null for rows that fail, or leave them out with their errors', async () => {
    const input = {
      tags: [['a'], ['b', 'c'], [], ['d']],
      xs: [[1, 2], [1000], [], [-128, 0.25]],
    } as unknown as Columns;
    const run = named('listTolerated');
    const { result, errors, failedRows } = await run(input, { backend, onError: 'collect' });
    expect(failedRows).toBe(2);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('row 1, column "bytes": the row function returned a list whose element 0 is 1000'),
      expect.stringContaining('row 3, column "bytes": the row function returned a list whose element 1 is 0.25'),
    ]);
    expect(columnOf(result, 'bytes')).toEqual([[1, 2], null, [], null]);
    expect(columnOf(result, 'tags')).toEqual([['a'], null, [], null]);
    const all = await run({ tags: [['a']], xs: [[128]] } as unknown as Columns, { backend, onError: 'null' });
    expect(columnOf(all, 'bytes')).toEqual([null]);
    expect(outcomeOf(asTable(result))).toEqual(outcomeOf(run.reference(input, { onError: 'null' })));
  });

  it('continue in another chunk past the limit of their offsets', async () => {
    const s = Array.from({ length: 100 }, (_, row) => 'ab,c,'.repeat(row % 7));
    const many = asVector(await inSmallChunks('listOfPieces')({ s } as unknown as Columns, { backend }));
    expect(many.data.length).toBeGreaterThan(3);
    expect(valuesOf(many)).toEqual(s.map((text) => text.split(',')));
    const yielded = asVector(await inSmallChunks('listYielded')({ s } as unknown as Columns, { backend }));
    expect(valuesOf(yielded)).toEqual(s.flatMap((text) => [null, [text]]));
    if (backend === 'js') return;
    const tooLong = { s: ['short', 'x'.repeat(500)] } as unknown as Columns;
    const long = await errorOf(inSmallChunks('listOfPieces')(tooLong, { backend }));
    expect(long).toMatchObject({ code: 'RowError', row: 1 });
  });

  it('reuse the memory of an earlier result', async () => {
    const run = named('listMakings');
    const input = (rows: number, letter: string) =>
      ({
        s: Array.from({ length: rows }, (_, row) => `${letter} `.repeat(row % 9)),
        xs: Array.from({ length: rows }, (_, row) => Array.from({ length: row % 5 }, (_, at) => at - 1)),
        n: Array.from({ length: rows }, (_, row) => row % 9),
      }) as unknown as Columns;
    let out = await run(input(500, 'a'), { backend });
    for (const [rows, letter] of [
      [500, 'b'],
      [20, 'c'],
      [900, 'dü'],
      [0, 'e'],
      [501, 'f'],
    ] as const) {
      out = await run(input(rows, letter), { backend, out });
      expect(outcomeOf(out)).toEqual(outcomeOf(run.reference(input(rows, letter))));
    }
    const own = { tags: [['x']], xs: [[1]] } as unknown as Columns;
    const first = asTable(await named('listTolerated')(own, { backend }));
    const tags = first.getChild('tags');
    const shared = { tags, xs: [[1]] } as unknown as Columns;
    await expect(named('listTolerated')(shared, { backend, out: first })).rejects.toThrow(
      'shares memory with the input',
    );
  });

  it('come from streams as batches of lists', async () => {
    const batches = [['a,b', 'c'], [], ['d,,e']].map((s) => {
      const column = utf8Vector(s);
      return new RecordBatch({ s: column.data[0] ?? makeData({ type: column.type }) } as never);
    });
    const stream = named('listOfPieces').stream(batches, { backend });
    expect(String(stream.schema.fields[0])).toBe('listOfPieces: List<Utf8>');
    const values: unknown[] = [];
    for await (const batch of stream) values.push(...valuesOf((batch as RecordBatch).getChildAt(0)));
    expect(values).toEqual([['a', 'b'], ['c'], ['d', '', 'e']]);
  });

  it("share the input's memory if they are kept, from the first row on", async () => {
    const xs = makeVector(
      makeData({
        type: new List(new Field('item', new Float64(), true)),
        length: 4,
        valueOffsets: Int32Array.of(1, 2, 2, 4, 5),
        child: makeData({ type: new Float64(), data: Float64Array.of(9, 1, 2, 3, 4, 9) }),
      }),
    ).slice(1, 3);
    const input = { tags: [['a', null], null], flags: [[true], []], xs, days: [[0], [null]], n: new Int32Array(2) };
    const result = (await named('listsShared')(input as unknown as Columns, { backend })) as Table;
    expect(columnOf(result, 'xs')).toEqual([[], [2, 3]]);
    expect(columnOf(result, 'tags')).toEqual([['a', null], null]);
    const [data] = result.getChild('xs')?.data ?? [];
    expect(data?.children[0]?.values.buffer).toBe(xs.data[0]?.children[0]?.values.buffer);
  });

  it('are refused if a kept list is malformed at its ends, or anywhere when it is gathered', async () => {
    const broken = (offsets: readonly number[]) =>
      makeVector(
        makeData({
          type: new List(new Field('item', new Float64(), true)),
          length: offsets.length - 1,
          valueOffsets: Int32Array.from(offsets),
          child: makeData({ type: new Float64(), data: Float64Array.of(1, 2) }),
        }),
      );
    const others = { tags: [null, null], flags: [[], []], days: [[], []], n: new Int32Array(2) };
    for (const [row, offsets] of [
      [1, [0, 1, 3]],
      [0, [-1, 1, 2]],
      [0, [2, 1, 1]],
    ] as const) {
      const error = await errorOf(
        named('listsShared')({ ...others, xs: broken(offsets) } as unknown as Columns, { backend }),
      );
      expect(error).toMatchObject({ code: 'RowError', row, column: 'xs' });
      expect(error.message).toContain(
        `malformed offsets: the list runs from element ${offsets[row]} to element ${offsets[row + 1]} of 2`,
      );
    }
    const passed = await errorOf(
      named('listTolerated')({ tags: [[], []], xs: broken([0, 3, 2]) } as unknown as Columns, { backend }),
    );
    expect(passed).toMatchObject({ code: 'RowError', row: 0, column: 'xs' });
  });

  it('are a column of a device table, named like the transform', async () => {
    const toDevice = await builtToDevice();
    using table = await toDevice({ s: utf8Vector(['a,b', '']) }, { backend });
    using made = (await named('listOfPieces')(table as never, {})) as unknown as DeviceTable;
    expect(made.columns).toMatchObject([{ name: 'listOfPieces', type: 'list', element: { type: 'utf8' } }]);
    const arrow = await made.toArrow();
    expect(arrow.toArray().map(String)).toEqual(['{"listOfPieces": ["a","b"]}', '{"listOfPieces": [""]}']);
  });
});

it('the type of a list says what its elements are', () => {
  const typesOf = (name: string) => readFileSync(path.join(builtFolder, `${name}/${name}.d.ts`), 'utf8');
  expect(typesOf('listOfPieces')).toContain('declare const listOfPieces: Transform<');
  expect(typesOf('listOfPieces')).toContain('  Vector<List<Utf8>>,');
  expect(typesOf('listInStruct')).toContain('"lengths": List<Uint32>');
});
