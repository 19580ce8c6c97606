import {
  Bool,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  makeData,
  makeVector,
  RecordBatch,
  Table,
  tableFromIPC,
  tableToIPC,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import type { ColumnTypeName } from '../../runtime/index.js';
import { describeTransform, tableTransform, testRuntime, vectorTransform } from './describe-transform.js';
import { fakeAddon } from './fake-addon.js';
import { dictionaryVector, largeUtf8Vector, textsOf, utf8Vector, utf8ViewVector } from './text-vectors.js';

const texts = ['', 'a', 'é', '語', '😀', '\ufeffmark', null, 'nul\0inside', 'longer than twelve bytes', null, 'a'];
const copyText = describeTransform({ text: 'utf8?' }, 'utf8?', ({ text }) => text);

/** Every form goes through both the reference and the native path. */
async function run(input: object, transform = copyText) {
  const call = vectorTransform(transform);
  const reference = call.reference(input as Record<string, unknown>);
  const native = await call(input as Record<string, unknown>, { backend: 'cpu' });
  const js = await call(input as Record<string, unknown>, { backend: 'js' });
  const plain = (vector: Vector) => (vector.type.typeId === 5 ? textsOf(vector) : [...vector]);
  expect(plain(native)).toEqual(plain(reference));
  expect(plain(js)).toEqual(plain(reference));
  return plain(reference);
}

describe('layouts of text', () => {
  const layouts = {
    utf8: utf8Vector,
    largeUtf8: largeUtf8Vector,
    utf8View: utf8ViewVector,
    'dictionary of utf8': dictionaryVector,
    'dictionary of largeUtf8': (values: readonly (string | null)[]) =>
      dictionaryVector(values, { entries: largeUtf8Vector }),
    'dictionary of utf8View': (values: readonly (string | null)[]) =>
      dictionaryVector(values, { entries: utf8ViewVector }),
    'dictionary with a null entry': (values: readonly (string | null)[]) =>
      dictionaryVector(values, { nullEntry: true }),
  };
  test.each(Object.entries(layouts))('include %s: whole, sliced, in chunks, empty', async (_, make) => {
    const vector: Vector = make(texts);
    expect(await run({ text: vector })).toEqual(texts);
    expect(await run({ text: vector.slice(3, 9) })).toEqual(texts.slice(3, 9));
    expect(await run({ text: vector.slice(3, 9).slice(1, 4) })).toEqual(texts.slice(4, 7));
    const chunked = new Vector([...vector.slice(5).data, ...make([]).data, ...vector.slice(0, 5).data]);
    expect(await run({ text: chunked })).toEqual([...texts.slice(5), ...texts.slice(0, 5)]);
    expect(await run({ text: vector.slice(4, 4) })).toEqual([]);
    const nulls = [null, null, null];
    expect(await run({ text: make(nulls) })).toEqual(nulls);
  });

  test('include a dictionary that grew by deltas, in several chunks', async () => {
    const { type, values } = dictionaryVector(['b', 'c']).data[0] ?? {};
    if (type === undefined) throw new Error('no data');
    const dictionary = new Vector([...utf8Vector(['not used', 'b']).data, ...utf8Vector(['c']).data]);
    const vector = makeVector(makeData({ type, data: values ?? new Int32Array(0), dictionary, length: 2 }));
    expect(await run({ text: vector })).toEqual(['b', 'c']);
  });

  test("include vectorFromArray, which makes dictionaries, and Arrow's own round trip", async () => {
    const vector = vectorFromArray(texts.slice(0, 5).concat(['twice', 'twice']));
    expect(await run({ text: vector })).toEqual([...texts.slice(0, 5), 'twice', 'twice']);
    const table = tableFromIPC(tableToIPC(new Table({ text: utf8Vector(texts), more: dictionaryVector(texts) })));
    expect(await run(table)).toEqual(texts);
    expect(await run({ text: table.getChild('more') })).toEqual(texts);
  });

  test('include string[], where undefined is null and lone surrogates become U+FFFD', async () => {
    expect(await run({ text: ['a', undefined, null, '\ud83d', '\ude00', '\ud83d\ude00', '\ufeff'] })).toEqual([
      'a',
      null,
      null,
      '\ufffd',
      '\ufffd',
      '😀',
      '\ufeff',
    ]);
    const many = Array.from({ length: 3000 }, (_, row) => `row ${row} `.repeat(row % 7));
    expect(await run({ text: many })).toEqual(many);
  });
});

describe('other types are taken', () => {
  const integers = { int8: Int8, int16: Int16, int32: Int32, uint8: Uint8, uint16: Uint16, uint32: Uint32 };
  const floats = { float32: Float32, float64: Float64 };
  test.each(Object.entries({ ...integers, ...floats }))(
    'for %s: vector, slice, chunks, typed array, number[]',
    async (name, Type) => {
      const transform = describeTransform(
        { x: `${name as ColumnTypeName}?` },
        `${name as ColumnTypeName}?`,
        ({ x }) => x,
      );
      const values = [1, 0, null, 100, 7, null, 3, 2, 1, 5];
      const vector: Vector = vectorFromArray(values, new Type());
      expect(await run({ x: vector }, transform)).toEqual(values);
      expect(await run({ x: vector.slice(2, 9) }, transform)).toEqual(values.slice(2, 9));
      expect(await run({ x: vector.slice(6).concat(vector.slice(0, 2)) }, transform)).toEqual([3, 2, 1, 5, 1, 0]);
      expect(await run({ x: values }, transform)).toEqual(values);
      const typed = vectorFromArray([4, 5, 6], new Type()).toArray();
      expect(await run({ x: typed.subarray(1) }, transform)).toEqual([5, 6]);
    },
  );

  test.each(Object.entries({ int64: Int64, uint64: Uint64 }))(
    'for %s: vector, slice, chunks, typed array, bigint[]',
    async (name, Type) => {
      const transform = describeTransform(
        { x: `${name as ColumnTypeName}?` },
        `${name as ColumnTypeName}?`,
        ({ x }) => x,
      );
      const values = [1n, 0n, null, 2n ** 63n - 1n, 7n, null, 3n];
      const vector: Vector = vectorFromArray(values, new Type());
      expect(await run({ x: vector }, transform)).toEqual(values);
      expect(await run({ x: vector.slice(2, 6) }, transform)).toEqual(values.slice(2, 6));
      expect(await run({ x: vector.slice(5).concat(vector.slice(0, 2)) }, transform)).toEqual([null, 3n, 1n, 0n]);
      expect(await run({ x: values }, transform)).toEqual(values);
      const typed = vectorFromArray([4n, 5n, 6n], new Type()).toArray();
      expect(await run({ x: typed.subarray(1) }, transform)).toEqual([5n, 6n]);
      await expect(run({ x: [1n, 2] }, transform)).rejects.toThrow(
        'element 1 of the array is 2, but the column is declared',
      );
      await expect(run({ x: [2n ** 64n] }, transform)).rejects.toThrow('which holds a bigint from');
    },
  );

  test('for bool: vector, slices at any bit, chunks, boolean[]', async () => {
    const transform = describeTransform({ x: 'bool?' }, 'bool?', ({ x }) => x);
    const values = Array.from({ length: 21 }, (_, row) => (row % 5 === 4 ? null : row % 3 === 0));
    const vector = vectorFromArray(values, new Bool());
    expect(await run({ x: vector }, transform)).toEqual(values);
    for (const from of [1, 7, 8, 9, 13])
      expect(await run({ x: vector.slice(from) }, transform)).toEqual(values.slice(from));
    expect(await run({ x: vector.slice(3, 9).concat(vector.slice(11)) }, transform)).toEqual([
      ...values.slice(3, 9),
      ...values.slice(11),
    ]);
    expect(await run({ x: values }, transform)).toEqual(values);
  });

  test('for float32: number[], rounded as Math.fround rounds', async () => {
    const transform = describeTransform({ x: 'float32' }, 'float64', ({ x }) => x);
    expect(await run({ x: [0.1, -0, Infinity] }, transform)).toEqual([Math.fround(0.1), -0, Infinity]);
  });
});

describe('bytes of Arrow IPC', () => {
  const table = new Table({ text: utf8Vector(texts), more: dictionaryVector(texts) });

  test.each(['stream', 'file'] as const)(
    'of a %s are taken as a Uint8Array, a Buffer or an ArrayBuffer',
    async (kind) => {
      const bytes = tableToIPC(table, kind);
      expect(await run(bytes)).toEqual(texts);
      expect(await run(Buffer.from(bytes))).toEqual(texts);
      expect(await run(Uint8Array.from(bytes).buffer)).toEqual(texts);
    },
  );

  test('may start anywhere, and give all their batches', async () => {
    const bytes = tableToIPC(new Table([...table.batches, ...table.slice(2, 5).batches]));
    for (let start = 0; start < 9; start += 1) {
      const memory = new Uint8Array(bytes.length + 16);
      memory.set(bytes, start);
      expect(await run(memory.subarray(start, start + bytes.length))).toEqual([...texts, ...texts.slice(2, 5)]);
    }
  });

  test('give columns that are views of them', async () => {
    const numbers = describeTransform({ n: 'int32' }, 'int32', ({ n }) => n);
    const bytes = tableToIPC(new Table({ n: vectorFromArray([1, 2, 3], new Int32()) }));
    const addon = fakeAddon([numbers]);
    const call = testRuntime([numbers], {}, { load: () => addon }).transform(numbers);
    await call(bytes, { backend: 'cpu' });
    expect(addon.calls[0]?.columns?.[0]?.values.buffer).toBe(bytes.buffer);
  });
});

test('a transform of one column takes its Vector', async () => {
  expect(await run(utf8Vector(texts))).toEqual(texts);
  expect(await run(dictionaryVector(texts).slice(2))).toEqual(texts.slice(2));
});

describe('tables', () => {
  const join = describeTransform({ a: 'utf8', n: 'int32?' }, { 'a and n': 'utf8', n: 'int32?' }, ({ a, n }) => ({
    'a and n': `${a} ${n}`,
    n,
  }));
  const rows = (table: Table) => table.toArray().map((row) => row?.toJSON());

  test('are cut at every border if their columns have different chunks', async () => {
    const a = new Vector([...utf8Vector(['0', '1', '2']).data, ...utf8Vector(['3', '4']).data]);
    const n = new Vector([
      ...vectorFromArray([0, null], new Int32()).data,
      ...vectorFromArray([2, 3, null], new Int32()).data,
    ]);
    const call = tableTransform(join);
    const expected = [0, null, 2, 3, null].map((value, row) => ({ 'a and n': `${row} ${value}`, n: value }));
    expect(rows(await call({ a, n }, { backend: 'cpu' }))).toEqual(expected);
    expect(rows(call.reference({ a, n }))).toEqual(expected);
    const table = new Table({ a, n, ignored: a });
    expect(rows(call.reference(table))).toEqual(expected);
    expect(rows(await call(table.slice(1, 4), { backend: 'cpu' }))).toEqual(expected.slice(1, 4));
    const batch = table.batches[1];
    if (!(batch instanceof RecordBatch)) throw new Error('no batch');
    expect(rows(call.reference(batch))).toEqual(expected.slice(2, 3));
  });

  test('give a result with the same chunks, without bitmaps for columns that have no nulls', async () => {
    const table = new Table({
      a: new Vector([...utf8Vector(['x']).data, ...utf8Vector(['y', 'z']).data]),
      n: vectorFromArray([1, 2, null], new Int32()),
    });
    const result = await tableTransform(join)(table, { backend: 'cpu' });
    expect(result.batches.map((batch) => batch.numRows)).toEqual([1, 2]);
    expect(result.schema.fields.map(({ name, nullable }) => [name, nullable])).toEqual([
      ['a and n', false],
      ['n', true],
    ]);
    const n = result.getChild('n');
    expect(n?.data.map((data) => data.nullBitmap?.length ?? 0)).toEqual([0, 1]);
    expect(n?.nullCount).toBe(1);
  });

  test('without rows give an empty result of the right types', async () => {
    const table = new Table({ a: utf8Vector([]), n: vectorFromArray([], new Int32()) });
    for (const input of [table, { a: [], n: [] }, new Table(table.schema), new Table(table.schema, [])]) {
      const result = await tableTransform(join)(input, { backend: 'cpu' });
      expect(result.numRows).toBe(0);
      expect(result.schema.fields.map(({ type }) => String(type))).toEqual(['Utf8', 'Int32']);
    }
    const vector = vectorTransform(copyText).reference({ text: [] });
    expect([String(vector.type), vector.length]).toEqual(['Utf8', 0]);
  });

  test('of another copy of Arrow are recognized by their shape', async () => {
    const foreign = (value: object): object =>
      Object.setPrototypeOf(Object.assign(Object.create(null), value), Object.create(null));
    const [data] = utf8Vector(['told']).data;
    if (data === undefined) throw new Error('no data');
    const copy = foreign({ ...data, nullCount: 0, type: foreign({ typeId: new Utf8().typeId }) });
    expect(await run({ text: foreign({ type: foreign({ typeId: 5 }), data: [copy] }) })).toEqual(['told']);
    const schema = { fields: [{ name: 'text', type: { typeId: 5 } }] };
    const batch = foreign({ schema, data: foreign({ length: 1, children: [copy] }) });
    expect(await run(foreign({ schema, batches: [batch] }))).toEqual(['told']);
    expect(await run(batch)).toEqual(['told']);
  });

  test('may have more offsets than rows, as in IPC', async () => {
    const data = makeData({
      type: new Utf8(),
      length: 2,
      valueOffsets: Int32Array.of(0, 1, 2, 0, 0, 0, 0, 0),
      data: Uint8Array.of(97, 98, 0, 0),
    });
    expect(await run({ text: makeVector(data) })).toEqual(['a', 'b']);
  });

  test.each(['constructor', '__proto__', 'first name', 'índice', 'toString', 'linux', 'hasOwnProperty', ''])(
    'may have a column called %j, in and out',
    async (name) => {
      const transform = describeTransform(
        Object.fromEntries([[name, 'utf8'] as const]),
        Object.fromEntries([[name, 'utf8?'] as const, ['other', 'utf8?'] as const]),
        (row) => Object.fromEntries([[name, `${row[name]}!`]]),
      );
      const call = tableTransform(transform);
      const object = Object.fromEntries([[name, ['v']]]);
      for (const input of [object, new Table(Object.fromEntries([[name, utf8Vector(['v'])]]))]) {
        for (const result of [call.reference(input), await call(input, { backend: 'cpu' })]) {
          expect(result.schema.fields.map((field) => field.name)).toEqual([name, 'other']);
          expect(textsOf(result.getChildAt(0) as Vector)).toEqual(['v!']);
          expect(textsOf(result.getChildAt(1) as Vector)).toEqual([null]);
        }
      }
      expect(() => call.reference({})).toThrow(`column ${JSON.stringify(name)} (utf8) is missing`);
    },
  );
});
