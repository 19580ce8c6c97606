import { Int32, makeData, makeVector, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { type ColumnTypeName, RowError } from '../../runtime/index.js';
import { describeTransform, tableTransform, vectorTransform } from './describe-transform.js';
import { textsOf, utf8Vector } from './text-vectors.js';

/** Returns the values that a column of the type holds after the row function returned these, one per row. */
function write(type: ColumnTypeName | `${ColumnTypeName}?`, values: readonly unknown[]): Vector {
  const transform = describeTransform({ row: 'int32' }, type, ({ row }) => values[Number(row)]);
  return vectorTransform(transform).reference({ row: Int32Array.from(values.keys()) });
}

/** Returns the string that the row function sees for one text, given as bytes. */
function read(bytes: readonly number[]): unknown {
  const seen: unknown[] = [];
  const transform = describeTransform({ text: 'utf8' }, 'bool', ({ text }) => seen.push(text) > 0);
  const offsets = Int32Array.of(0, bytes.length);
  const data = makeData({ type: new Utf8(), length: 1, valueOffsets: offsets, data: Uint8Array.from(bytes) });
  vectorTransform(transform).reference({ text: makeVector(data) });
  return seen[0];
}

function rowError(work: () => unknown): RowError {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(RowError);
    return error as RowError;
  }
  throw new Error('no error');
}

describe('reading text', () => {
  test('keeps a leading U+FEFF', () => {
    expect(read([0xef, 0xbb, 0xbf, 97])).toBe('\ufeffa');
  });

  test.each([
    ['a stray continuation byte', [97, 0x80], 1],
    ['an overlong form of two bytes', [0xc0, 0x80], 0],
    ['an overlong form of three bytes', [97, 98, 0xe0, 0x9f, 0x80], 2],
    ['an overlong form of four bytes', [0xf0, 0x8f, 0x80, 0x80], 0],
    ['a surrogate', [97, 0xed, 0xa0, 0x80, 98], 1],
    ['a code point past U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
    ['a lead byte that none is', [0xc3, 0xa9, 0xf5], 2],
    ['a sequence cut short by the end', [97, 0xe8, 0xaa], 1],
    ['a sequence cut short by another character', [0xf0, 0x9f, 0x98, 97], 0],
    ['bytes after a valid four-byte sequence', [0xf0, 0x9f, 0x98, 0x80, 0xff], 4],
  ])('%s: fails with a RowError that has the byte', (_, bytes, byte) => {
    const error = rowError(() => read(bytes));
    expect(error).toMatchObject({ code: 'RowError', row: 0, column: 'text', byte });
    expect(error.message).toContain(`the bytes are not UTF-8 from byte ${byte} of the value on`);
  });

  test('never checks bytes under a null, or in a column that is not read', () => {
    const data = { type: new Utf8(), length: 1, valueOffsets: Int32Array.of(0, 1), data: Uint8Array.of(0xff) };
    const nulls = makeVector(makeData({ ...data, nullCount: 1, nullBitmap: Uint8Array.of(0) }));
    const nullable = vectorTransform(describeTransform({ text: 'utf8?' }, 'utf8?', ({ text }) => text));
    expect(nullable.reference({ text: nulls }).toJSON()).toEqual([null]);
    const unread = describeTransform({ text: '-utf8', n: 'int32' }, 'int32', (row) => Object.keys(row).length);
    expect(
      vectorTransform(unread)
        .reference({ text: makeVector(makeData(data)), n: [7] })
        .toJSON(),
    ).toEqual([1]);
  });
});

test('the row is frozen, has no prototype, and holds only the columns that are read', () => {
  const rows: unknown[] = [];
  const transform = describeTransform({ a: 'utf8', b: '-utf8', c: 'bool?' }, 'utf8', (row) => {
    rows.push({ ...row });
    expect(Object.isFrozen(row)).toBe(true);
    expect(Object.getPrototypeOf(row)).toBeNull();
    expect(() => Object.assign(row, { a: 1 })).toThrow(TypeError);
    return '';
  });
  vectorTransform(transform).reference({ a: ['1', '2'], b: ['3', '4'], c: [true, null] });
  expect(rows).toEqual([
    { a: '1', c: true },
    { a: '2', c: null },
  ]);
});

describe('writing', () => {
  test('replaces lone surrogates with U+FFFD, joins pairs, and keeps U+FEFF and NUL', () => {
    const values = ['\ud83d', '\ude00', '\ud83d\ude00', '\ufeff', 'a\0b', '', '\ude00\ud83d', 'x'.repeat(5000)];
    expect(textsOf(write('utf8', values))).toEqual(values.map((value) => value.toWellFormed()));
    // The end of one row and the beginning of the next are no pair.
    expect(textsOf(write('utf8', ['a\ud83d', '\ude00']))).toEqual(['a\ufffd', '\ufffd']);
  });

  test.each([
    ['int8', -128, 127],
    ['int16', -32768, 32767],
    ['int32', -2147483648, 2147483647],
    ['uint8', 0, 255],
    ['uint16', 0, 65535],
    ['uint32', 0, 4294967295],
  ] as const)('%s: writes its whole range and never wraps', (type, min, max) => {
    expect(write(type, [min, max, 0]).toJSON()).toEqual([min, max, 0]);
    for (const value of [min - 1, max + 1, 0.5, NaN, Infinity, -Infinity, 2 ** 53]) {
      const error = rowError(() => write(type, [0, value]));
      expect(error).toMatchObject({ row: 1, column: 'sample', value: String(value) });
      expect(error.message).toContain(`returned ${value}, but ${type} holds an integer from ${min} to ${max}`);
    }
    expect(Object.is(write(type, [-0]).get(0), 0)).toBe(true);
  });

  test.each([
    ['int64', -(2n ** 63n), 2n ** 63n - 1n],
    ['uint64', 0n, 2n ** 64n - 1n],
  ] as const)('%s: writes its whole range and never wraps', (type, min, max) => {
    expect(write(type, [min, max, 0n]).toJSON()).toEqual([min, max, 0n]);
    for (const value of [min - 1n, max + 1n, 2n ** 128n]) {
      const error = rowError(() => write(type, [0n, value]));
      expect(error).toMatchObject({ row: 1, column: 'sample', value: `${value}n` });
      expect(error.message).toContain(`${type} holds a bigint from ${min} to ${max}. Return a bigint that fits`);
    }
    expect(rowError(() => write(type, [1])).message).toContain(`returned 1, but ${type} holds a bigint`);
  });

  test('writes every number to float64, and rounds for float32 as Math.fround does', () => {
    const numbers = [0.1, -0, NaN, Infinity, -Infinity, 5e-324, 1.7976931348623157e308, 16777217];
    expect(write('float64', numbers).toJSON()).toEqual(numbers);
    expect(write('float32', numbers).toJSON()).toEqual(numbers.map(Math.fround));
  });

  test('writes bool', () => {
    const values = Array.from({ length: 19 }, (_, row) => row % 3 === 1);
    expect(write('bool', values).toJSON()).toEqual(values);
  });

  test('writes null and undefined as null to a nullable column', () => {
    for (const [type, value] of [
      ['utf8?', 'x'],
      ['bool?', true],
      ['int8?', 3],
      ['float64?', 0.5],
    ] as const) {
      const vector = write(type, [null, value, undefined]);
      expect(vector.nullCount).toBe(2);
      expect(vector.toJSON()).toEqual([null, value, null]);
    }
    const full = write('utf8?', ['x']);
    expect([full.nullCount, full.data[0]?.nullBitmap?.length ?? 0]).toEqual([0, 0]);
  });

  test.each([null, undefined])('fails with a RowError for %s in any other column', (value) => {
    const error = rowError(() => write('utf8', ['fine', value]));
    expect(error).toMatchObject({ row: 1, column: 'sample' });
    expect(error.message).toContain(`returned ${value} for a column that is declared utf8, not nullable(utf8)`);
  });

  test.each([
    ['utf8', 7, 'returned 7, but utf8 holds a string'],
    ['utf8', ['a'], 'returned ["a"] (an array), but utf8 holds a string'],
    ['int32', '7', 'returned "7" (a string), but int32 holds an integer'],
    ['int32', 7n, 'returned 7n (a bigint), but int32 holds'],
    ['float64', true, 'returned true (a boolean), but float64 holds a number'],
    ['bool', 1, 'returned 1, but bool holds true or false'],
    ['bool', {}, 'returned {} (an object), but bool'],
    ['utf8', Symbol('s'), 'returned Symbol(s) (a symbol), but utf8'],
  ] as const)('%s given %o fails with a RowError', (type, value, message) => {
    expect(rowError(() => write(type, [value])).message).toContain(message);
  });

  test('takes a missing or inherited property as undefined, for several outputs', () => {
    const call = tableTransform(
      describeTransform({ x: 'utf8' }, { ['toString' as string]: 'utf8?', x: 'utf8' }, ({ x }) => ({ x })),
    );
    const table = call.reference({ x: ['v'] });
    expect(table.getChild('toString')?.toJSON()).toEqual([null]);
    expect(table.getChild('x')?.toJSON()).toEqual(['v']);
    const missing = tableTransform(describeTransform({ x: 'utf8' }, { x: 'utf8', y: 'utf8' }, ({ x }) => ({ x })));
    expect(rowError(() => missing.reference({ x: ['v'] }))).toMatchObject({ row: 0, column: 'y' });
    const none = tableTransform(describeTransform({ x: 'utf8' }, { x: 'utf8', y: 'utf8' }, ({ x }) => x));
    expect(rowError(() => none.reference({ x: ['v'] })).message).toContain(
      'returned "v", but the transform declares several',
    );
  });
});

describe('failing rows', () => {
  const picky = vectorTransform(
    describeTransform({ n: 'int32', text: 'utf8' }, 'utf8', ({ n, text }) => {
      if (n === 13) throw new RangeError(`secret ${text}`);
      return `${text}${n}`;
    }),
  );

  test('have an exception of the row function as their cause', () => {
    const error = rowError(() => picky.reference({ n: [1, 13, 13], text: ['a', 'b', 'c'] }));
    expect(error).toMatchObject({ row: 1, column: undefined, value: '{ "n": 13, "text": "b" }' });
    expect(error.cause).toBeInstanceOf(RangeError);
    expect(error.message).toBe(
      'sample: row 1: the row function threw RangeError: secret b, for { "n": 13, "text": "b" }. ' +
        'Handle such a row in the row function, or filter it out before the call.',
    );
  });

  test('have any thrown value as their cause, and a TypeError of the language', () => {
    const call = vectorTransform(
      describeTransform({ n: 'int32?' }, 'utf8', ({ n }) => {
        if (n === 1) throw 'a string';
        return (n as { toFixed(): string }).toFixed();
      }),
    );
    expect(rowError(() => call.reference({ n: [1] }))).toMatchObject({ cause: 'a string' });
    const error = rowError(() => call.reference({ n: [0, null] }));
    expect(error.row).toBe(1);
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  test('keep values and texts of exceptions out with valuesInErrors: false', () => {
    const options = { valuesInErrors: false };
    const error = rowError(() => picky.reference({ n: [13], text: ['b'] }, options));
    expect(error).toMatchObject({ row: 0, value: undefined });
    expect(error.cause).toBeUndefined();
    expect(error.message).not.toMatch(/secret|13|"b"/);
    const bad = vectorTransform(describeTransform({ n: 'int32' }, 'int8', ({ n }) => n));
    expect(rowError(() => bad.reference({ n: [777] }, options)).message).toContain('returned a number, but int8 holds');
  });

  test('cut long values', () => {
    const call = vectorTransform(describeTransform({ text: 'utf8' }, 'int8', ({ text }) => text));
    const error = rowError(() => call.reference({ text: ['long '.repeat(1e5)] }));
    expect(error.value?.length).toBeLessThan(90);
    expect(error.message.length).toBeLessThan(300);
  });

  test('report the lowest row, numbered over all chunks', () => {
    const chunked = vectorFromArray([1, 2, 3], new Int32()).concat(vectorFromArray([4, 13, 13], new Int32()));
    const texts = utf8Vector(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(rowError(() => picky.reference({ n: chunked, text: texts })).row).toBe(4);
  });
});

test('text past the limit of its offsets continues in another chunk, as do the other columns', () => {
  const transform = describeTransform({ n: 'int32?' }, { t: 'utf8?', n: 'int32?', b: 'bool?' }, ({ n }) => ({
    t: n === null ? null : 'x'.repeat(Number(n)),
    n,
    b: n === null ? null : n === 5,
  }));
  const values = [3, 5, null, 8, 1, null, 9, 10, 0, 2];
  const result = tableTransform(transform, {}, { maxBytes: 30 }).reference({ n: values });
  expect(result.batches.map((batch) => batch.numRows)).toEqual([3, 3, 1, 3]);
  expect(result.getChild('t')?.toJSON()).toEqual(values.map((n) => (n === null ? null : 'x'.repeat(n))));
  expect(result.getChild('n')?.toJSON()).toEqual(values);
  expect(result.getChild('b')?.toJSON()).toEqual(values.map((n) => (n === null ? null : n === 5)));
});

test('a converted column past the limit is read in smaller pieces', () => {
  const identity = describeTransform({ text: 'utf8?' }, 'utf8?', ({ text }) => text);
  const values = ['aaaa', 'bbbbbbb', null, 'cc', 'dddd', '', 'eeeeee', 'f'];
  const dictionary = vectorFromArray(values);
  const call = vectorTransform(identity, {}, { maxBytes: 24 });
  expect(textsOf(call.reference({ text: dictionary }))).toEqual(values);
  const tooLong = vectorTransform(identity, {}, { maxBytes: 6 });
  expect(() => tooLong.reference({ text: dictionary })).toThrow('the text of row 1 takes more than 6 bytes');
});
