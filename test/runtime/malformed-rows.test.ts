import {
  Dictionary,
  Field,
  Int32,
  LargeUtf8,
  List,
  makeData,
  makeVector,
  Struct,
  type Table,
  Utf8,
  Utf8View,
  type Vector,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import {
  type AggregateDescription,
  RowError,
  type RowfuseError,
  SchemaError,
  type TransformDescription,
} from '../../runtime/index.js';
import { describeTransform, testRuntime } from './describe-transform.js';

/** Rows whose memory contradicts itself: a RowError names the first of them, on every backend, if the row is read. */
const backends = ['js', 'cpu'] as const;
/** The addon in TypeScript has neither lists nor kept columns; test/malformed covers those of native code. */
const onlyJs = ['js'] as const;
type Loose = (input: unknown, options?: object) => Promise<Vector & Table>;

function prepare(description: TransformDescription) {
  const runtime = testRuntime([description]);
  const call = runtime.transform(description) as unknown as Loose & { reference(input: unknown): unknown };
  return { call, toDevice: runtime.toDevice };
}

const bits = (...rows: readonly number[]) => Uint8Array.of(rows.reduce((sum, row, at) => sum | (row << at), 0));
const bytes = Uint8Array.of(97, 98, 99, 100);

function utf8(offsets: readonly number[], valid?: Uint8Array): Vector {
  const nulls = valid && { nullBitmap: valid, nullCount: -1 };
  const valueOffsets = Int32Array.from(offsets);
  return makeVector(makeData({ type: new Utf8(), length: offsets.length - 1, valueOffsets, data: bytes, ...nulls }));
}

function largeUtf8(offsets: readonly number[], valid?: Uint8Array): Vector {
  const nulls = valid && { nullBitmap: valid, nullCount: -1 };
  const valueOffsets = BigInt64Array.from(offsets, BigInt);
  return makeVector(
    makeData({ type: new LargeUtf8(), length: offsets.length - 1, valueOffsets, data: bytes, ...nulls }),
  );
}

/** Each view as its length, buffer and place. */
function views(rows: readonly (readonly [size: number, buffer: number, from: number])[], valid?: Uint8Array): Vector {
  const words = rows.flatMap(([size, buffer, from]) => [size, 0, buffer, from]);
  return makeVector(
    makeData({
      type: new Utf8View(),
      length: rows.length,
      views: new Uint8Array(Int32Array.from(words).buffer),
      variadicBuffers: [new Uint8Array(20).fill(97)],
      ...(valid && { nullBitmap: valid, nullCount: -1 }),
    }),
  );
}

function dictionary(indices: readonly number[], valid?: Uint8Array): Vector {
  return makeVector(
    makeData({
      type: new Dictionary(new Utf8(), new Int32()),
      length: indices.length,
      data: Int32Array.from(indices),
      dictionary: utf8([0, 1, 2]) as Vector<Utf8>,
      ...(valid && { nullBitmap: valid, nullCount: -1 }),
    }),
  );
}

function list(offsets: readonly number[], elements: Vector, valid?: Uint8Array): Vector {
  const [child] = elements.data;
  if (child === undefined) throw new Error('no elements');
  return makeVector(
    makeData({
      type: new List(new Field('item', child.type, true)),
      length: offsets.length - 1,
      valueOffsets: Int32Array.from(offsets),
      child,
      ...(valid && { nullBitmap: valid, nullCount: -1 }),
    }),
  );
}

const text = describeTransform({ s: 'utf8?' }, 'utf8?', ({ s }) => s);
const listed = (element: object): TransformDescription => ({
  ...describeTransform({ n: 'int32' }, 'int32', () => 1),
  input: [{ name: 's', type: 'list', nullable: true, read: true, element: { nullable: true, ...element } as never }],
  row: ({ s }) => (s as readonly unknown[] | null)?.length ?? -1,
});
const texts = listed({ type: 'utf8' });
const nested = listed({ type: 'list', element: { type: 'utf8', nullable: true } });

/** A case: the column, its first malformed row, and what is wrong with it. */
type Case = readonly [string, TransformDescription, Vector, number, string];

const cases: readonly Case[] = [
  ['text', text, utf8([0, 1, 3, 2, 4]), 2, 'malformed offsets: the text runs from byte 3 to byte 2 of 4'],
  ['text under a null', text, utf8([0, 1, 3, 2, 4], bits(1, 1, 0, 1)), 2, 'malformed offsets'],
  ['text that leaves its bytes', text, utf8([0, 1, 9, 2, 4]), 1, 'from byte 1 to byte 9 of 4'],
  [
    '64-bit offsets',
    text,
    largeUtf8([0, 1, 3, 2, 4]),
    2,
    'malformed offsets: the text runs from byte 3 to byte 2 of 4',
  ],
  ['64-bit offsets under a null', text, largeUtf8([0, 1, 3, 2, 4], bits(1, 1, 0, 1)), 2, 'malformed offsets'],
  ['negative 64-bit offsets', text, largeUtf8([0, 1, -7, 2, 4]), 1, 'from byte 1 to byte -7 of 4'],
  [
    'a view',
    text,
    views([
      [1, 0, 0],
      [13, 0, 19],
      [1, 0, 0],
    ]),
    1,
    'malformed view: it points to 13 bytes at 19 of buffer 0',
  ],
  ['an index', text, dictionary([0, 1, 7, 0]), 2, 'malformed: its index is 7, the dictionary has 2 entries'],
  ['a list', texts, list([0, 2, 1, 3], utf8([0, 1, 2, 3])), 1, 'the list runs from element 2 to element 1 of 3'],
  [
    'a list under a null',
    texts,
    list([0, 2, 1, 3], utf8([0, 1, 2, 3]), bits(1, 0, 1)),
    1,
    'malformed offsets: the list runs',
  ],
  [
    'text in a list',
    texts,
    list([0, 1, 3], utf8([0, 2, 1, 3])),
    1,
    'malformed offsets: element 0 runs from byte 2 to byte 1 of 4',
  ],
  [
    'text in a list under a null',
    texts,
    list([0, 1, 3], utf8([0, 2, 1, 3]), bits(1, 0)),
    1,
    'malformed offsets: element 0 runs',
  ],
  [
    '64-bit text in a list under a null',
    texts,
    list([0, 1, 3], largeUtf8([0, 2, 1, 3]), bits(1, 0)),
    1,
    'element 0: malformed offsets',
  ],
  [
    'a view in a list',
    texts,
    list(
      [0, 1, 2],
      views([
        [1, 0, 0],
        [-5, 0, 0],
      ]),
    ),
    1,
    'element 0: malformed view: its length is -5',
  ],
  ['an index in a list', texts, list([0, 1, 3], dictionary([0, 1, 2])), 1, 'element 1: malformed: its index is 2'],
  [
    'a list in a list',
    nested,
    list([0, 1, 3], list([0, 2, 1, 3], utf8([0, 1, 2, 3]))),
    1,
    'element 0 runs from element 2 to element 1 of 3',
  ],
  [
    'text in a list that is null in a list',
    nested,
    list([0, 1, 2], list([0, 1, 3], utf8([0, 2, 1, 3]), bits(1, 0))),
    1,
    'malformed offsets: in element 0 element 0 runs from byte 2 to byte 1 of 4',
  ],
];

describe.each(cases)('%s', (_, description, s, row, message) => {
  const { call } = prepare(description);
  const backendsOf = description === text ? backends : onlyJs;

  test('fails its row on every backend, and in the reference', async () => {
    for (const backend of backendsOf) {
      const error = await call({ s }, { backend }).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(RowError);
      expect(error).toMatchObject({ code: 'RowError', row, column: 's' });
      expect((error as RowfuseError).message).toContain(message);
      expect(() => call.reference({ s })).toThrow((error as Error).message);
    }
  });

  test('is the only row that fails in a tolerant call', async () => {
    if (description.output.some(({ nullable }) => !nullable)) return;
    const results = [];
    for (const backend of backends) {
      const { result, errors } = (await call({ s }, { backend, onError: 'collect' })) as unknown as {
        result: Vector;
        errors: readonly RowError[];
      };
      expect(errors.map((error) => error.row)).toContain(row);
      results.push([result.toJSON(), errors.map(String)]);
    }
    expect(results[1]).toEqual(results[0]);
  });

  test('is refused in a device table', async () => {
    const { toDevice } = prepare(description);
    const error = await toDevice({ s } as never, { backend: 'js' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'RowError', row, column: 's' });
    expect(String(error)).toContain(`toDevice: row ${row}, column "s": `);
  });
});

describe('data under a null is never malformed', () => {
  test.each([
    [
      'a view',
      views(
        [
          [1, 0, 0],
          [13, 9, 19],
        ],
        bits(1, 0),
      ),
      ['a', null],
    ],
    ['an index', dictionary([0, 7], bits(1, 0)), ['a', null]],
  ])('as in %s', async (_, s, expected) => {
    const { call } = prepare(text);
    for (const backend of backends) {
      // The text of the view lies in its own bytes.
      const result = (await call({ s }, { backend })).toJSON();
      expect(result.map((value) => (value === null ? null : 'a'))).toEqual(expected);
    }
  });
});

describe('the lowest failing row is reported', () => {
  const picky = describeTransform({ s: 'utf8?', n: 'int32' }, 'utf8?', ({ s, n }) => {
    if (n === 9) throw new Error('no nine');
    return s;
  });
  const { call } = prepare(picky);

  test.each([
    ['the row function, before a malformed view', [1, 9, 1, 1], 1, 'no nine'],
    ['a malformed view, before the row function', [1, 1, 1, 9], 2, 'malformed view'],
  ])('in %s', async (_, n, row, message) => {
    const s = views([
      [1, 0, 0],
      [1, 0, 0],
      [20, 3, 0],
      [1, 0, 0],
    ]);
    for (const backend of backends) {
      const error = await call({ s, n }, { backend }).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'RowError', row });
      expect(String(error)).toContain(message);
    }
  });
});

describe('columns that the result keeps', () => {
  const keeping: TransformDescription = {
    ...describeTransform({ s: '-utf8?', n: 'int32' }, { s: 'utf8?', m: 'int32?' }, ({ n }) => ({ m: n })),
    input: [
      { name: 's', type: 'utf8', nullable: true, read: false, kept: true },
      { name: 'n', type: 'int32', nullable: false, read: true },
    ],
    output: [
      { name: 's', type: 'utf8', nullable: true, keep: 0 },
      { name: 'm', type: 'int32', nullable: true },
    ],
  };
  const { call } = prepare(keeping);

  test.each<[string, Vector, number, string]>([
    ['of text', utf8([0, 1, 3, 2, 4]), 2, 'malformed offsets'],
    ['of 64-bit offsets', largeUtf8([0, 1, 3, 2, 4]), 2, 'malformed offsets'],
    ['of a dictionary', dictionary([0, 1, 7, 0]), 2, 'its index is 7'],
  ])('have no malformed row: %s', async (_, s, row, message) => {
    for (const backend of onlyJs) {
      for (const onError of ['throw', 'null'] as const) {
        const error = await call({ s, n: [1, 2, 3, 4] }, { backend, onError }).catch((caught: unknown) => caught);
        expect(error).toMatchObject({ code: 'RowError', row, column: 's' });
        expect(String(error)).toContain(message);
      }
    }
  });

  test('may hold bytes that are not UTF-8', async () => {
    const s = makeVector(
      makeData({ type: new Utf8(), length: 1, valueOffsets: Int32Array.of(0, 1), data: Uint8Array.of(255) }),
    );
    for (const backend of onlyJs) {
      const kept = await call({ s, n: [1] }, { backend });
      expect([...(kept.getChild('s')?.data[0]?.values ?? [])]).toEqual([255]);
    }
  });
});

test('columns that are neither read nor kept may be malformed', async () => {
  const { call } = prepare(describeTransform({ s: '-utf8?', n: 'int32' }, 'int32', ({ n }) => n));
  for (const s of [utf8([0, 3, 2, 4]), largeUtf8([0, 3, 2, 4]), dictionary([7, 8, 9])]) {
    for (const backend of backends) expect((await call({ s, n: [1, 2, 3] }, { backend })).length).toBe(3);
  }
});

test('windows with a malformed row fail with that row', async () => {
  const windows: TransformDescription = {
    ...describeTransform({ s: 'utf8?' }, 'int32?', () => 1),
    input: [{ name: 's', type: 'utf8', nullable: true, read: true, window: true }],
    window: { preceding: 1, following: 0, minPeriods: 0 },
    frame: () => 1,
  };
  const { row: _, ...rolling } = windows;
  const { call } = prepare(rolling);
  const good = utf8([0, 1, 2]);
  for (const s of [utf8([0, 1, 3, 2, 4]), largeUtf8([0, 1, 3, 2, 4]), dictionary([0, 1, 7, 0])]) {
    for (const columns of [s, makeVector([...good.data, ...s.data] as never)]) {
      const before = columns.length - s.length;
      const same = columns.data.every(({ type }) => String(type) === String(columns.type));
      if (!same) continue;
      for (const backend of backends) {
        const error = await call({ s: columns }, { backend }).catch((caught: unknown) => caught);
        expect(error).toMatchObject({ code: 'RowError', row: before + 2, column: 's' });
      }
    }
  }
});

test('groups with a malformed row fail with that row', async () => {
  const groups: AggregateDescription = {
    ...describeTransform({ s: 'utf8?' }, { s: 'utf8?' }, ({ s }) => ({ s })),
    grouping: {
      keys: 1,
      isOrdered: true,
      aggregates: [{ operation: 'count' }],
      output: [
        { name: 's', type: 'utf8', nullable: true },
        { name: 'n', type: 'int64', nullable: false },
      ],
    },
  };
  const call = testRuntime([groups]).aggregate(groups) as unknown as Loose;
  for (const s of [
    utf8([0, 1, 3, 2, 4], bits(1, 1, 0, 1)),
    views([
      [1, 0, 0],
      [1, 0, 0],
      [-1, 0, 0],
    ]),
  ]) {
    const results = [];
    for (const backend of backends) {
      await expect(call({ s }, { backend })).rejects.toMatchObject({ code: 'RowError', row: 2 });
      const { result, failedRows } = (await call({ s }, { backend, onError: 'collect' })) as unknown as {
        result: Table;
        failedRows: number;
      };
      results.push([String(result), failedRows]);
    }
    expect(results[1]).toEqual(results[0]);
  }
});

describe('inconsistent objects are refused', () => {
  const n = describeTransform({ n: 'int32?' }, 'int32?', (row) => row.n);
  const { call } = prepare(n);
  const good = { type: new Int32(), length: 2, offset: 0, nullCount: 0, values: Int32Array.of(1, 2), children: [] };
  const vectorOf = (changes: object, base: object = good) => {
    const data = Object.create(null, Object.getOwnPropertyDescriptors({ ...base, ...changes }));
    return { n: { type: new Int32(), data: [data] } };
  };
  const refused = async (input: unknown, message: string) => {
    for (const backend of backends) {
      const error = await call(input, { backend }).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(SchemaError);
      expect((error as SchemaError).message).toContain(message);
    }
    expect((await call(vectorOf({}), { backend: 'js' })).toJSON()).toEqual([1, 2]);
  };

  test.each<[string, object, string]>([
    ['a negative offset', { offset: -1 }, 'the offset of a chunk is -1, which is no number of rows'],
    ['an offset that is no integer', { offset: 0.5 }, 'the offset of a chunk is 0.5'],
    ['a negative length', { length: -2 }, 'the length of a chunk is -2'],
    ['a length that is no number', { length: Number.NaN }, 'the length of a chunk is NaN'],
    ['a length of a fraction', { length: 1.5 }, 'the length of a chunk is 1.5'],
    ['a length past the values', { length: 3 }, 'values has 2 rows, but 3 are needed'],
    ['a length past 2^53', { length: 2 ** 60 }, 'the length of a chunk is 1152921504606847000'],
    ['a null count without a bitmap', { nullCount: 1 }, 'bitmap has 0 bits, but 2 are needed'],
    ['a null count that is no number', { nullCount: 'many' }, 'bitmap has 0 bits, but 2 are needed'],
    [
      'an offset past the bitmap',
      { offset: 7, nullCount: 1, nullBitmap: Uint8Array.of(255) },
      'bitmap has 8 bits, but 9',
    ],
    ['values of another kind', { values: new Uint8Array(8) }, 'its values are Uint8Array, Arrow has Int32Array there'],
    [
      'a proxy of values',
      { values: new Proxy(Int32Array.of(1, 2), {}) },
      'its values are object, Arrow has Int32Array',
    ],
  ])('such as %s', (_, changes, message) => refused(vectorOf(changes), message));

  test('including getters that throw, and a chunk that is none', async () => {
    const throwing = Object.defineProperty({ ...good }, 'length', {
      get() {
        throw new RangeError('a getter');
      },
    });
    await refused({ n: { type: new Int32(), data: [throwing] } }, 'the input cannot be read: RangeError: a getter');
    await refused({ n: { type: new Int32(), data: [null] } }, 'a chunk of it is null');
    await refused(
      new Proxy(
        { n: [1] },
        {
          getOwnPropertyDescriptor: () => {
            throw new Error('a trap');
          },
        },
      ),
      'the input cannot be read: Error: a trap',
    );
  });

  test('and a changing getter is called once', async () => {
    let asked = 0;
    const data = Object.defineProperty({ ...good }, 'length', { get: () => (asked++ === 0 ? 2 : 2 ** 30) });
    for (const backend of backends) {
      asked = 0;
      expect((await call({ n: { type: new Int32(), data: [data] } }, { backend })).toJSON()).toEqual([1, 2]);
      expect(asked).toBe(1);
    }
  });

  test('but a typed array is taken by its contents, whatever its properties say', async () => {
    const values = Int32Array.of(1, 2);
    Object.defineProperties(values, {
      length: { value: 2 ** 40 },
      byteLength: { value: 2 ** 42 },
      buffer: { value: {} },
    });
    for (const backend of backends) {
      expect((await call(vectorOf({ values }), { backend })).toJSON()).toEqual([1, 2]);
      await refused(vectorOf({ values, length: 3 }), 'values has 2 rows, but 3 are needed');
    }
  });

  test('including a field that is longer than its struct, and columns that are cut differently from their batches', async () => {
    const field: TransformDescription = {
      ...n,
      input: [{ name: 'n.a', path: ['n', 'a'], type: 'int32', nullable: true, read: true }],
      row: (row) => (row.n as { a: number }).a,
    };
    const struct = new Struct([new Field('a', new Int32(), true)]);
    const child = makeData({ type: new Int32(), length: 3, data: Int32Array.of(1, 2, 3) });
    const data = { ...good, type: struct, values: undefined, children: [child] };
    const error = await prepare(field)
      .call({ n: { type: struct, data: [data] } }, { backend: 'js' })
      .catch(String);
    expect(error).toContain('the field has 3 rows, its struct has 2');

    const batch = (rows: number, length: number) => ({
      data: { length, children: [{ ...good, length: rows, values: new Int32Array(rows) }] },
    });
    const table = { schema: { fields: [new Field('n', new Int32(), true)] }, batches: [batch(1, 2), batch(2, 1)] };
    await refused(table, 'sample: column "n" has 1 row in batch 0, which has 2');
  });
});
