import {
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  LargeUtf8,
  makeData,
  makeVector,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  Utf8View,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { RowError, type RowfuseError, SchemaError } from '../../runtime/index.js';
import { describeTransform, vectorTransform } from './describe-transform.js';
import { dictionaryVector, utf8Vector, utf8ViewVector } from './text-vectors.js';

const transform = describeTransform({ text: 'utf8', n: 'int32' }, 'utf8', ({ text, n }) => `${text}${n}`, 'join');
const call = vectorTransform(transform);
const textOnly = vectorTransform(describeTransform({ text: 'utf8' }, 'utf8', ({ text }) => text));
const good = { text: utf8Vector(['a', 'b']), n: vectorFromArray([1, 2], new Int32()) };

function arrayWithHole(): number[] {
  const array = new Array<number>(3);
  array[0] = 1;
  array[2] = 2;
  return array;
}

/** Expects one error from the reference and from a rejection, and the next call to work. */
async function failure(input: unknown, transformCall = call): Promise<RowfuseError> {
  const caught = (error: unknown) => error as RowfuseError;
  let thrown: RowfuseError | undefined;
  try {
    transformCall.reference(input as Record<string, unknown>);
  } catch (error) {
    thrown = caught(error);
  }
  for (const backend of ['js', 'cpu'] as const) {
    const rejected = await transformCall(input as Record<string, unknown>, { backend }).then(() => undefined, caught);
    expect(rejected?.message).toBe(thrown?.message);
    expect(rejected?.code).toBe(thrown?.code);
  }
  expect((await call(good, { backend: 'cpu' })).length).toBe(2);
  if (thrown === undefined) throw new Error('no error');
  return thrown;
}

async function schemaFailure(input: unknown, transformCall = call): Promise<SchemaError> {
  const error = await failure(input, transformCall);
  expect(error).toBeInstanceOf(SchemaError);
  expect(error.code).toBe('SchemaError');
  return error as SchemaError;
}

function text(fields: object): Vector {
  const complete = { type: new Utf8(), length: 2, data: Uint8Array.of(97, 98), valueOffsets: Int32Array.of(0, 1, 2) };
  return makeVector(makeData({ ...complete, ...fields }));
}

describe('the input as a whole', () => {
  test.each([
    ['a Vector', utf8Vector(['a']), 'the input is a Vector'],
    ['an array', [['a'], [1]], 'the input is an array'],
    ['a typed array', new Int32Array(2), 'the input is an Int32Array'],
    ['null', null, 'the input is null'],
    ['undefined', undefined, 'the input is undefined.'],
    ['a string', 'a', 'the input is a string'],
  ])('is refused if it is %s instead of a table', async (_, input, message) => {
    const error = await schemaFailure(input);
    expect(error.message).toContain(message);
    expect(error.message).toContain('Pass a Table or RecordBatch with the columns "text", "n"');
  });

  test('is refused if its bytes are not Arrow IPC, or incomplete', async () => {
    const whole = tableToIPC(new Table(good));
    const file = tableToIPC(new Table(good), 'file');
    const wrong: readonly Uint8Array[] = [
      new Uint8Array(0),
      new Uint8Array(100),
      new Uint8Array(100).fill(255),
      Buffer.from('name,visibility\nJohn Doe,public\n'),
      Buffer.from('PAR1 and what follows in a Parquet file PAR1'),
      ...Array.from({ length: 12 }, (_, part) => whole.subarray(0, 9 + Math.floor((whole.length - 90) * (part / 12)))),
      file.subarray(0, file.length - 1),
      file.subarray(0, file.length >> 1),
    ];
    for (const bytes of wrong) {
      const { message } = await schemaFailure(bytes);
      expect(message).toContain(
        `the input is ${bytes.length} bytes, which are not a complete Arrow IPC stream or file: `,
      );
      expect(message).toContain('tableToIPC(table)');
    }
  });

  test('is refused if its bytes have other columns', async () => {
    const bytes = tableToIPC(new Table({ text: good.text, m: good.n }));
    expect((await schemaFailure(bytes)).message).toContain('column "n" (int32) is missing: the input has "text", "m".');
    const wide = tableToIPC(new Table({ text: good.text, n: vectorFromArray([1, 2], new Float64()) }));
    expect((await schemaFailure(wide)).message).toContain(
      'column "n": got Float64, declared int32. Convert it, and pass an object of columns: { "n": Array.from(table.getChild("n")), … }',
    );
  });

  test('is refused without a column, with the names that it has', async () => {
    const error = await schemaFailure(new Table({ text: good.text, m: good.n }));
    expect(error.column).toBe('n');
    expect(error.message).toBe(
      'join: column "n" (int32) is missing: the input has "text", "m". Add it, or rename the column that holds it.',
    );
    expect((await schemaFailure({ text: good.text })).column).toBe('n');
    expect((await schemaFailure({})).message).toContain('the input has no columns');
  });

  test('is refused if a column is only inherited', async () => {
    expect((await schemaFailure(Object.create(good))).message).toContain('"text" (utf8) is missing');
  });

  test('is refused with two columns of one name', async () => {
    const fields = [new Field('text', new Utf8()), new Field('n', new Int32()), new Field('text', new Utf8())];
    const children = [good.text, good.n, good.text].flatMap((vector): Vector['data'] => vector.data);
    const batch = new RecordBatch(
      new Schema(fields),
      makeData({ type: new Struct(fields), length: 2, nullCount: 0, children: [...children] }),
    );
    expect((await schemaFailure(batch)).message).toContain('several columns of that name');
  });

  test('is refused with columns of different lengths', async () => {
    const error = await schemaFailure({ text: good.text, n: [1, 2, 3] });
    expect(error.message).toBe(
      'join: column "n" has 3 rows, column "text" has 2. All columns of a call must be of one length.',
    );
    const [batch] = new Table(good).batches;
    if (batch === undefined) throw new Error('no batch');
    const children = [batch.data.children[0], good.n.slice(0, 1).data[0]];
    const uneven = { schema: batch.schema, data: { ...batch.data, length: 2, children } };
    expect((await schemaFailure(uneven)).message).toContain('"n" has 1 row, the table has 2');
  });
});

describe('types', () => {
  test.each([
    ['int64 for int32', { ...good, n: vectorFromArray([1n], new Int64()) }, 'got Int64, declared int32', 'Number(v)'],
    ['utf8 for int32', { ...good, n: good.text }, 'got Utf8, declared int32', 'or declare it utf8'],
    ['int32 for utf8', { ...good, text: good.n }, 'got Int32, declared utf8', 'String(v)'],
    [
      'a timestamp for int32',
      { ...good, n: vectorFromArray([new Date(0)], new TimestampMillisecond()) },
      'got Timestamp<MILLISECOND>, declared int32',
      'Convert it: Array.from(column, (v) => (v === null ? null : Number(v))), in which a number that int32 cannot hold',
    ],
    [
      'a dictionary of numbers for utf8',
      { ...good, text: vectorFromArray([1], new Dictionary(new Int32(), new Int32())) },
      'got Dictionary<Int32, Int32>, declared utf8',
      'String(v)',
    ],
    [
      'another typed array',
      { ...good, n: Float64Array.of(1, 2) },
      'got a Float64Array, declared int32',
      'an Int32Array or',
    ],
    ['a typed array for utf8', { ...good, text: Uint8Array.of(1, 2) }, 'got a Uint8Array, declared utf8', 'string[]'],
    ['an object', { ...good, n: { 0: 1 } }, 'got an object, declared int32', 'Pass an Arrow Vector'],
    ['undefined', { ...good, n: undefined }, 'got undefined, declared int32', 'Pass an Arrow Vector'],
    ['null', { ...good, n: null }, 'got null, declared int32', 'Pass an Arrow Vector'],
    ['numbers in a string[]', { text: ['a', 7], n: [1, 2] }, 'element 1 of the array is 7', 'declared utf8'],
    ['strings in a number[]', { text: ['a', 'b'], n: [1, '2'] }, 'element 1 of the array is "2"', 'declared int32'],
    ['a fraction', { text: ['a', 'b'], n: [1.5, 2] }, 'element 0 of the array is 1.5', 'an integer from'],
    ['out of range', { text: ['a', 'b'], n: [1, 2 ** 31] }, 'element 1 of the array is 2147483648', 'an integer from'],
  ])('%s', async (_, input, what, fix) => {
    const error = await schemaFailure(input);
    expect(error.message).toContain(what);
    expect(error.message).toContain(fix);
  });

  test('keep elements out of messages with valuesInErrors: false', () => {
    const secret = { text: ['a', 12345], n: [1, 2] };
    expect(() => call.reference(secret, { valuesInErrors: false })).toThrow('element 1 of the array is a number');
  });
});

describe('nulls', () => {
  test.each([
    ['utf8', { text: utf8Vector(['a', 'b', null]), n: [1, 2, 3] }, 'text', 2],
    ['a slice', { text: utf8Vector(['a', null, 'b', null]).slice(2), n: [1, 2] }, 'text', 1],
    ['utf8View', { text: utf8ViewVector(['a', null]), n: [1, 2] }, 'text', 1],
    ['a dictionary', { text: dictionaryVector(['a', null]), n: [1, 2] }, 'text', 1],
    ['an entry of a dictionary', { text: dictionaryVector(['a', null], { nullEntry: true }), n: [1, 2] }, 'text', 1],
    ['int32', { text: ['a', 'b'], n: vectorFromArray([1, null], new Int32()) }, 'n', 1],
    ['an array', { text: ['a', null], n: [1, 2] }, 'text', 1],
    ['a hole in an array', { text: ['a', 'b', 'c'], n: arrayWithHole() }, 'n', 1],
    ['the second chunk', { text: ['a', 'b', 'c'], n: good.n.concat(vectorFromArray([null], new Int32())) }, 'n', 2],
  ])('are refused in a non-nullable column: %s', async (_, input, column, row) => {
    const error = await schemaFailure(input);
    expect([error.column, error.row]).toEqual([column, row]);
    expect(error.message).toContain(`row ${row} is null, but the column is declared`);
  });

  test('are judged by nullCount, not by the flag of the field or the presence of a bitmap', () => {
    const bitmap = text({ nullCount: 0, nullBitmap: Uint8Array.of(0) });
    expect(textOnly.reference({ text: bitmap }).toJSON()).toEqual(['a', 'b']);
    const flagged = new Table(new Schema([new Field('text', new Utf8(), true)]), { text: good.text });
    expect(textOnly.reference(flagged).length).toBe(2);
    const unusedNullEntry = dictionaryVector(['a', null], { nullEntry: true }).slice(0, 1);
    expect(textOnly.reference({ text: unusedNullEntry }).toJSON()).toEqual(['a']);
  });
});

describe('malformed buffers', () => {
  test.each([
    ['too few offsets', text({ valueOffsets: Int32Array.of(0, 1) }), 'offsets has 2 entries, but 3 are needed'],
    ['offsets past the text', text({ valueOffsets: Int32Array.of(0, 1, 9) }), 'from 0 to 9, but there are 2 bytes'],
    ['a negative first offset', text({ valueOffsets: Int32Array.of(-1, 1, 2) }), 'from -1 to 2'],
    ['a short bitmap', text({ length: 2, nullCount: 1, nullBitmap: new Uint8Array(0) }), 'bitmap has 0 bits, but 2'],
    [
      'a short bitmap whose nulls are yet to be counted',
      makeVector(
        makeData({ type: new Utf8(), length: 20, nullBitmap: Uint8Array.of(255), valueOffsets: new Int32Array(21) }),
      ),
      'bitmap has 8 bits, but 20 are needed',
    ],
    [
      'too few 64-bit offsets',
      makeVector(makeData({ type: new LargeUtf8(), length: 2, valueOffsets: BigInt64Array.of(0n, 0n) })),
      'offsets has 2 entries, but 3',
    ],
    [
      '64-bit offsets past the text',
      makeVector(makeData({ type: new LargeUtf8(), length: 1, valueOffsets: BigInt64Array.of(0n, 2n ** 40n) })),
      'from 0 to 1099511627776',
    ],
    [
      'too few views',
      makeVector(makeData({ type: new Utf8View(), length: 2, views: new Uint8Array(16) })),
      'views has 16 bytes, but 32',
    ],
    [
      'a dictionary with decreasing offsets',
      makeVector(
        makeData({
          type: new Dictionary(new Utf8(), new Int32()),
          length: 1,
          data: Int32Array.of(0),
          dictionary: text({ valueOffsets: Int32Array.of(0, 2, 1) }) as Vector<Utf8>,
        }),
      ),
      'entry 0 of its dictionary has malformed offsets: the text runs from byte 0 to byte 2 of 2',
    ],
  ])('are refused: %s', async (_, vector, message) => {
    const error = await schemaFailure({ text: vector }, textOnly);
    expect(error.message).toContain(message);
    expect(error.column).toBe('text');
  });

  test.each([
    [
      'decreasing 64-bit offsets',
      makeVector(
        makeData({
          type: new LargeUtf8(),
          length: 3,
          valueOffsets: BigInt64Array.of(0n, 2n, 1n, 2n),
          data: Uint8Array.of(97, 98),
        }),
      ),
      'row 1, column "text": malformed offsets: the text runs from byte 2 to byte 1 of 2',
    ],
    [
      'a view past its buffer',
      makeVector(
        makeData({
          type: new Utf8View(),
          length: 1,
          views: new Uint8Array(Int32Array.of(13, 0, 0, 1).buffer),
          variadicBuffers: [new Uint8Array(13)],
        }),
      ),
      'row 0, column "text": malformed view: it points to 13 bytes at 1 of buffer 0',
    ],
    [
      'a view into no buffer',
      makeVector(
        makeData({ type: new Utf8View(), length: 1, views: new Uint8Array(Int32Array.of(13, 0, 7, 0).buffer) }),
      ),
      'malformed view: it points to 13 bytes at 0 of buffer 7',
    ],
    [
      'a view of negative length',
      makeVector(
        makeData({ type: new Utf8View(), length: 1, views: new Uint8Array(Int32Array.of(-1, 0, 0, 0).buffer) }),
      ),
      'malformed view: its length is -1',
    ],
  ])('fail their row: %s', async (_, vector, message) => {
    const error = await failure({ text: vector }, textOnly);
    expect(error).toBeInstanceOf(RowError);
    expect(error).toMatchObject({ code: 'RowError', column: 'text' });
    expect(error.message).toContain(message);
  });

  test('are refused with too few values', async () => {
    const short = makeVector(makeData({ type: new Int32(), length: 3, data: Int32Array.of(1, 2) }));
    expect((await schemaFailure({ text: ['a', 'b', 'c'], n: short })).message).toContain('values has 2 rows, but 3');
  });

  test('fail the row of decreasing 32-bit offsets', async () => {
    const vector = text({ length: 3, valueOffsets: Int32Array.of(0, 2, 1, 2) });
    const error = await failure({ text: vector }, textOnly);
    expect(error).toBeInstanceOf(RowError);
    expect(error).toMatchObject({ code: 'RowError', row: 1, column: 'text' });
    expect(error.message).toContain('malformed offsets: the text runs from byte 2 to byte 1 of 2');
  });
});

describe('memory of the input', () => {
  const resizable = (bytes: readonly number[]) => {
    // Node 20 has resizable buffers; TypeScript's library for ES2023 does not know them.
    const Resizable = ArrayBuffer as unknown as new (size: number, options: { maxByteLength: number }) => ArrayBuffer;
    const view = new Uint8Array(new Resizable(bytes.length, { maxByteLength: 64 }));
    view.set(bytes);
    return view;
  };

  test('is refused if detached', async () => {
    for (const field of ['data', 'valueOffsets', 'nullBitmap'] as const) {
      const buffers = {
        data: Uint8Array.of(97, 98),
        valueOffsets: Int32Array.of(0, 1, 2),
        nullBitmap: Uint8Array.of(3),
      };
      const vector = text(buffers);
      structuredClone(buffers[field].buffer, { transfer: [buffers[field].buffer] });
      expect((await schemaFailure({ text: vector }, textOnly)).message).toContain('is detached: it was transferred');
    }
    const numbers = Int32Array.of(1, 2);
    structuredClone(numbers.buffer, { transfer: [numbers.buffer] });
    expect((await schemaFailure({ text: ['a', 'b'], n: numbers })).message).toContain('is detached');
  });

  test('is refused if resizable, unless it is copied', async () => {
    const vector = text({ data: resizable([97, 98]) });
    const error = await schemaFailure({ text: vector }, textOnly);
    expect(error.message).toContain('resizable ArrayBuffer');
    expect(error.message).toContain('Pass { copyInputs: true }');
    expect(textOnly.reference({ text: vector }, { copyInputs: true }).toJSON()).toEqual(['a', 'b']);
    const result = await textOnly({ text: vector }, { copyInputs: true, backend: 'cpu' });
    expect(result.toJSON()).toEqual(['a', 'b']);
  });

  test('is copied if shared', async () => {
    const shared = new Int32Array(new SharedArrayBuffer(8));
    shared.set([5, 6]);
    const pending = call({ text: ['a', 'b'], n: shared }, { backend: 'cpu' });
    shared.fill(0);
    expect((await pending).toJSON()).toEqual(['a5', 'b6']);
  });

  test('may change as soon as the call has returned, with copyInputs', async () => {
    const n = Int32Array.of(5, 6);
    const pending = call({ text: good.text, n }, { backend: 'cpu', copyInputs: true });
    n.fill(0);
    structuredClone(n.buffer, { transfer: [n.buffer] });
    expect((await pending).toJSON()).toEqual(['a5', 'b6']);
  });

  test('is copied once for many chunks of one buffer', () => {
    const values = new Int32Array(50_000);
    let copied = 0;
    const set = Uint8Array.prototype.set;
    const chunks = Array.from({ length: 1000 }, (_, row) =>
      makeData({
        type: new Utf8(),
        length: 1,
        data: new Uint8Array(values.buffer),
        valueOffsets: Int32Array.of(row, row + 1),
      }),
    );
    Uint8Array.prototype.set = function (this: Uint8Array, array: ArrayLike<number>, offset?: number) {
      copied += array.length;
      set.call(this, array, offset);
    };
    try {
      textOnly.reference({ text: makeVector(chunks) }, { copyInputs: true });
    } finally {
      Uint8Array.prototype.set = set;
    }
    expect(copied).toBeLessThan(2 * values.byteLength);
  });
});
