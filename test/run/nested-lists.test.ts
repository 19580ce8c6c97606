import { RowError, SchemaError } from '@rowfuse/runtime';
import {
  makeData,
  makeVector,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';
import { listVector } from './list-vectors.js';

const transforms = await builtTransforms();

const numbers = makeVector(Float64Array.of(1, 2, 3, 4));

function plain(value: unknown): unknown {
  const isList = value !== null && typeof value === 'object' && Symbol.iterator in value;
  return isList ? [...(value as Iterable<unknown>)].map(plain) : value;
}

const texts = (values: readonly string[]) => vectorFromArray(values, new Utf8());

const columnOf = (table: unknown, name: string) => plain((table as Table).getChild(name));

describe.each(backendsUnderTest)('%s: lists of lists', (backend) => {
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
  const none = (rows: number) => Array.from({ length: rows }, () => []);

  it('are read from and written to vectors, slices, files and plain arrays', async () => {
    const rows = listVector([0, 2, 2, 3], listVector([1, 2, 2, 4], numbers));
    const expected = [[[2], []], [], [[3, 4]]];
    const made = await call('nestedTolerated', { rows, pages: [[['a'], []], [], [['b', 'ü']]] });
    expect(columnOf(made, 'rows')).toEqual(expected);
    expect(columnOf(made, 'pages')).toEqual([[['a'], []], [], [['b', 'ü']]]);
    expect(String((made as Table).schema.fields[0]?.type)).toBe('List<List<Int32>>');
    expect(columnOf(tableFromIPC(tableToIPC(made as Table)), 'rows')).toEqual(expected);
    const sliced = await call('nestedTolerated', { rows: rows.slice(1), pages: none(2) });
    expect(columnOf(sliced, 'rows')).toEqual(expected.slice(1));
    expect(columnOf(await call('nestedTolerated', { rows: expected, pages: none(3) }), 'rows')).toEqual(expected);
    const flat = await call('nestedSums', { rows: expected, i: [0, 0, 0], j: [0, 0, 1] });
    expect([columnOf(flat, 'flat'), columnOf(flat, 'cell')]).toEqual([
      [[2], [], [3, 4]],
      [2, null, 4],
    ]);
  });

  it('may hold no element at all, as in files', async () => {
    const rows = listVector([0, 0, 0], listVector([0], makeVector(new Float64Array(0))));
    const table = tableFromIPC(
      tableToIPC(new Table({ rows, pages: listVector([0, 0, 0], listVector([0], texts([]))) })),
    );
    const made = await call('nestedTolerated', table as never);
    expect([columnOf(made, 'rows'), columnOf(made, 'pages')]).toEqual([none(2), none(2)]);
  });

  it('fail the row of ragged offsets on either level', async () => {
    for (const [rows, row, message] of [
      [listVector([0, 1, 3], listVector([0, 1, 2, 4], numbers)), 1, 'the list runs from element 1 to element 3 of 2'],
      [
        listVector([0, 1, 2, 3], listVector([0, 1, 0, 2], numbers)),
        1,
        'element 0 runs from element 1 to element 0 of 4',
      ],
      [listVector([0, 1, 2], listVector([0, 3, 5], numbers)), 1, 'element 0 runs from element 3 to element 5 of 4'],
      [listVector([0, 2], listVector([-1, 1, 2], numbers)), 0, 'element 0 runs from element -1 to element 1 of 4'],
      [listVector([0, 2, 1], listVector([0, 1, 2], numbers)), 1, 'the list runs from element 2 to element 1 of 2'],
    ] as const) {
      const column =
        message.endsWith('of 2') && row === 1 && rows.length === 2 && message.includes('3 of') ? cut(rows) : rows;
      const error = await errorOf('nestedTolerated', { rows: column, pages: none(column.length) });
      expect(error).toMatchObject({ code: 'RowError', row, column: 'rows' });
      expect(error.message).toContain(`malformed offsets: ${message}`);
      const { errors } = (await call(
        'nestedTolerated',
        { rows: column, pages: none(column.length) },
        { onError: 'collect' },
      )) as unknown as {
        errors: readonly unknown[];
      };
      expect(errors.length).toBeGreaterThan(0);
    }
  });

  /** The outer offsets ask for three elements, and there are two lists. */
  function cut(rows: Vector): Vector {
    const [data] = rows.data;
    const inner = makeVector(data?.children[0]?.slice(0, 2) as never) as Vector;
    return listVector([...(data?.valueOffsets ?? [])], inner);
  }

  it('fail the row of invalid UTF-8, except in lists that are null', async () => {
    const data = Uint8Array.of(0x61, 0xff, 0x63);
    const words = makeVector(makeData({ type: new Utf8(), length: 3, valueOffsets: Int32Array.of(0, 1, 2, 3), data }));
    const shown = listVector([0, 1, 2], listVector([0, 1, 3], words));
    expect(await errorOf('nestedTexts', { pages: shown, s: ['', ''] })).toMatchObject({
      row: 1,
      column: 'pages',
      byte: 0,
    });
    const hidden = listVector([0, 1, 2], listVector([0, 1, 3], words, Uint8Array.of(0b01)));
    expect(columnOf(await call('nestedTexts', { pages: hidden, s: ['', ''] }), 'text')).toEqual(['a', '?']);
  });

  it('fail the row of an element that its column cannot hold, and of an undeclared null', async () => {
    const error = await errorOf('nestedTolerated', { rows: [[[1]], [[2], [3, 0.5]]], pages: none(2) });
    expect(error).toMatchObject({ code: 'RowError', row: 1, column: 'rows' });
    expect(error.message).toContain('the row function returned a list whose element 1 is [3, 0.5]');
    const nulls = listVector([0, 2], listVector([0, 1, 2], numbers, Uint8Array.of(0b01)));
    expect((await errorOf('nestedTolerated', { rows: nulls, pages: none(1) })).message).toContain(
      'element 1 of row 0 is null, but the elements are declared list(float64), not nullable(list(float64))',
    );
    const flat = await errorOf('nestedTolerated', { rows: listVector([0, 1], numbers), pages: none(1) });
    expect(flat.message).toContain('got List<Float64>, declared list(list(float64))');
  });
});
