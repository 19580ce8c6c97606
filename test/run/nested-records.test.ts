import { RowError, SchemaError } from '@rowfuse/runtime';
import {
  Bool,
  type Data,
  Dictionary,
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
import { builtTransforms, transformNamed } from './built-transforms.js';

const transforms = await builtTransforms();

function listOf(offsets: readonly number[], child: Data, valid?: number): Data {
  return makeData({
    type: new List(new Field('item', child.type, true)),
    length: offsets.length - 1,
    valueOffsets: Int32Array.from(offsets),
    child,
    ...nulls(valid),
  });
}

/** Structs of fields of one length. */
function structOf(fields: Readonly<Record<string, Data>>, valid?: number): Data {
  const children = Object.values(fields);
  const type = new Struct(Object.entries(fields).map(([name, { type: field }]) => new Field(name, field, true)));
  return makeData({ type, length: children[0]?.length ?? 0, children, ...nulls(valid) });
}

function text(letters: string, valid?: number): Data {
  const data = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const valueOffsets = Int32Array.from({ length: letters.length + 1 }, (_, index) => index);
  return makeData({ type: new Utf8(), length: letters.length, valueOffsets, data, ...nulls(valid) });
}

function numbers(values: readonly number[], valid?: number): Data {
  return makeData({ type: new Float64(), data: Float64Array.from(values), ...nulls(valid) });
}

function nulls(valid: number | undefined) {
  return valid === undefined ? {} : { nullBitmap: Uint8Array.of(valid), nullCount: -1 };
}

const plain = (vector: unknown) => JSON.parse(JSON.stringify([...(vector as Vector)].map((list) => list && [...list])));
const columnOf = (table: unknown, name: string) => plain((table as Table).getChild(name));

describe.each(backendsUnderTest)('%s: structs in lists that may be null, and lists in them', (backend) => {
  const call = (name: string, columns: Record<string, unknown>, options = {}) =>
    transformNamed(transforms, name).run(columns as Record<string, Vector>, { backend, ...options });
  const errorOf = async (name: string, columns: Record<string, unknown>) => {
    const error = await call(name, columns).catch((caught: unknown) => caught);
    if (error instanceof RowError || error instanceof SchemaError) return error;
    throw new Error(`no error of a row: ${String(error)}`);
  };

  it('are the same from vectors, files and plain arrays', async () => {
    // Anything may lie under a null: invalid text, and null where none is declared.
    const points = makeVector(
      listOf([0, 2, 2, 4], structOf({ x: numbers([1, 2, 3, 4], 0b1101), name: text('a\xffcd') }, 0b1101)),
    );
    const expected = [
      [{ x: 1, name: 'a' }, null],
      [],
      [
        { x: 3, name: 'c' },
        { x: 4, name: 'd' },
      ],
    ];
    const rest = { s: ['', '', ''], n: new Int32Array(3) };
    const made = await call('maybePointsMade', { points, ...rest });
    expect(columnOf(made, 'same')).toEqual(expected);
    expect(String((made as Table).schema.fields[0]?.type)).toBe('List<Struct<{x:Float64, name:Utf8}>>');
    expect(columnOf(tableFromIPC(tableToIPC(made as Table)), 'same')).toEqual(expected);
    expect(columnOf(await call('maybePointsMade', { points: expected, ...rest }), 'same')).toEqual(expected);
    expect(columnOf(made, 'whole')).toEqual([
      [{ x: 1, name: 'a' }],
      [],
      [
        { x: 3, name: 'c' },
        { x: 4, name: 'd' },
      ],
    ]);
    const sliced = await call('maybePointsMade', { points: points.slice(2), s: [''], n: [0] });
    expect(columnOf(sliced, 'same')).toEqual(expected.slice(2));
  });

  it('may be nested to any depth', async () => {
    const people = [
      [
        { name: 'Jane', tags: ['a', null], homes: [{ city: 'Bath', zip: null, at: { lat: 1 } }, null] },
        { name: 'John', tags: [], homes: null },
      ],
      [],
    ];
    const made = await call('people', { people, n: [0, 0] });
    expect(columnOf(made, 'people')).toEqual(people);
    expect(columnOf(made, 'tagged')).toEqual([
      [
        { tags: ['Jane', 'a', '-'], size: 2 },
        { tags: ['John'], size: 0 },
      ],
      [],
    ]);
    expect(columnOf(await call('people', { people: (made as Table).getChild('people'), n: [0, 0] }), 'people')).toEqual(
      people,
    );
    const rows = [[null, [{ x: 1, when: 5 }, null]], null];
    const grid = await call('grids', { rows, s: ['a,b;c', ',;'] });
    expect(columnOf(grid, 'rows')).toEqual(rows);
    expect(columnOf(grid, 'lines')).toEqual([
      [
        [
          { part: 'a', at: 0 },
          { part: 'b', at: 1 },
        ],
        [{ part: 'c', at: 0 }],
      ],
      [
        [
          { part: '', at: 0 },
          { part: '', at: 1 },
        ],
        [{ part: '', at: 0 }],
      ],
    ]);
  });

  it('report undeclared nulls with their places', async () => {
    const people = (name: Data, valid?: number) =>
      makeVector(listOf([0, 1, 3], structOf({ name, sizes: listOf([0, 1, 2, 3], numbers([1, 2, 3])) }, valid)));
    const x = [1, 1];
    expect((await errorOf('peopleTolerated', { people: people(text('abc', 0b011)), x })).message).toContain(
      'column "people.name": element 1 of row 1 is null, but the elements are declared utf8',
    );
    // A required field is never read while its struct is null.
    const homeless = listOf([0, 0, 0, 0], structOf({ city: text('') }));
    const shown = makeVector(listOf([0, 1, 3], structOf({ name: text('abc', 0b011), homes: homeless }, 0b011)));
    const hidden = await call('peopleKept', { people: shown, n: x });
    expect(columnOf(hidden, 'people')).toEqual([[{ name: 'a', homes: [] }], [{ name: 'b', homes: [] }, null]]);
    const inner = makeVector(
      listOf([0, 2], structOf({ name: text('ab'), sizes: listOf([0, 1, 3], numbers([1, 2, 3], 0b011)) })),
    );
    expect((await errorOf('peopleTolerated', { people: inner, x: [1] })).message).toContain(
      'column "people.sizes": element 1 of element 1 of row 0 is null, but the elements are declared float64',
    );
    const homes = listOf([0, 1, 3], structOf({ city: text('abc') }, 0b011));
    const kept = makeVector(listOf([0, 2], structOf({ name: text('ab'), homes })));
    expect((await errorOf('peopleKept', { people: kept, n: [1] })).message).toContain(
      'column "people.homes": element 1 of element 1 of row 0 is null as a whole, but the struct is not declared nullable',
    );
    expect(
      (await errorOf('peopleTolerated', { people: [[{ name: 'a', sizes: [] }, { sizes: [] }]], x: [1] })).message,
    ).toContain('column "people.name": element 1 of row 0 is null');
  });

  it('fail the rows of malformed offsets and invalid UTF-8', async () => {
    const people = (sizes: readonly number[], letters = 'abc') =>
      makeVector(listOf([0, 1, 3], structOf({ name: text(letters), sizes: listOf(sizes, numbers([1, 2, 3])) })));
    const x = [1, 1];
    const malformed = await errorOf('peopleTolerated', { people: people([0, 1, 3, 2]), x });
    expect(malformed).toMatchObject({ code: 'RowError', row: 1, column: 'people.sizes' });
    expect(malformed.message).toContain('malformed offsets: element 1 runs from element 3 to element 2 of 3');
    const noText = await errorOf('peopleTolerated', { people: people([0, 1, 2, 3], 'ab\xff'), x });
    expect(noText).toMatchObject({ code: 'RowError', row: 1, column: 'people.name' });
    const { result, errors } = (await call(
      'peopleTolerated',
      { people: people([0, 1, 2, 3], 'ab\xff'), x },
      { onError: 'collect' },
    )) as unknown as { result: Table; errors: readonly unknown[] };
    expect([columnOf(result, 'people'), errors.length]).toEqual([[[{ name: 'a', sizes: [1] }], null], 1]);
  });

  it('fail the rows of a missing struct and a missing required field', async () => {
    const people = [
      [{ name: 'a', sizes: [] }],
      [
        { name: 'a', sizes: [] },
        { name: 'b', sizes: [] },
      ],
    ];
    const missing = await errorOf('peopleTolerated', { people, x: [1, null] });
    expect(missing).toMatchObject({ code: 'RowError', row: 1 });
    const unfit = await errorOf('peopleTolerated', { people: [[{ name: 'a', sizes: [0.5] }]], x: [1] });
    expect(unfit.message).toContain(
      'row 0, column "people.sizes": the row function returned a list whose element 0 is [0.5]',
    );
  });

  it('may have text elements of any layout', async () => {
    const words = new Dictionary(new Utf8(), new Int32());
    const looked = (indices: readonly number[]) =>
      makeVector(
        listOf(
          [0, 1, 3],
          makeData({ type: words, data: Int32Array.from(indices), dictionary: makeVector(text('ab')) as Vector<Utf8> }),
        ),
      );
    const rest = { large: [[], ['über']], deep: [[], [{ name: 'n', word: 'w' }]] };
    const made = await call('listedTexts', { looked: looked([1, 0, 1]), ...rest });
    expect([columnOf(made, 'looked'), columnOf(made, 'large'), columnOf(made, 'words')]).toEqual([
      [['b'], ['a', 'b']],
      [[], ['üb']],
      [[], [['n', 'w']]],
    ]);
    expect(String((made as Table).schema.fields[0]?.type)).toBe('List<LargeUtf8>');
    expect((await errorOf('listedTexts', { looked: looked([1, 0, 7]), ...rest })).message).toContain(
      'listedTexts: row 1, column "looked": element 1: malformed: its index is 7, the dictionary has 2 entries',
    );
  });

  it('refuse any other type', async () => {
    const flags = makeData({ type: new Bool(), length: 3, data: Uint8Array.of(0b101) });
    const wrong = makeVector(listOf([0, 3], structOf({ name: text('abc'), sizes: flags })));
    expect((await errorOf('peopleTolerated', { people: wrong, x: [1] })).message).toContain(
      'column "people.sizes": got Bool, declared list(float64)',
    );
    expect((await errorOf('peopleTolerated', { people: [[5]], x: [1] })).message).toContain(
      'column "people": element 0 of row 0 is a number, but the column is declared a list of structs',
    );
  });
});
