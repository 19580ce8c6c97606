import {
  Bool,
  DateDay,
  DateMillisecond,
  Dictionary,
  Float32,
  Float64,
  Int8,
  Int32,
  Int64,
  Table,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint64,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { type ColumnTypeName, SchemaError } from '../../runtime/index.js';
import { showValue } from '../../runtime/values/show-value.js';
import { counted, kindOf } from '../../runtime/words.js';
import { withArticle } from '../../schema/with-article.js';
import { describeTransform, testRuntime, vectorTransform } from './describe-transform.js';

const people = describeTransform({ name: 'utf8', 'home city': 'utf8' }, 'utf8', ({ name }) => name, 'people');
const { transform } = testRuntime([people]);
const call = transform<{ name: string[]; 'home city': string[] }, Vector<Utf8>>(people);

function messageOf(input: unknown): string {
  try {
    call.reference(input as never);
  } catch (error) {
    expect(error).toBeInstanceOf(SchemaError);
    return (error as SchemaError).message;
  }
  throw new Error('no error');
}

/** Evaluates code that a message proposes. */
function evaluate(code: string, values: Readonly<Record<string, unknown>>): unknown {
  return new Function(...Object.keys(values), `return ${code};`)(...Object.values(values));
}

describe('words in messages', () => {
  test('get articles and plurals', () => {
    expect(['array', 'Int32Array', 'Uint8Array', 'string', 'object'].map(withArticle)).toEqual([
      'an array',
      'an Int32Array',
      'a Uint8Array',
      'a string',
      'an object',
    ]);
    expect([0, 1, 2, 1_000_000].map((count) => counted(count, 'row'))).toEqual([
      '0 rows',
      '1 row',
      '2 rows',
      '1,000,000 rows',
    ]);
  });

  test('describe the kind of a value', () => {
    const values = [
      undefined,
      null,
      3,
      'a',
      [],
      {},
      new Map(),
      Int8Array.of(1),
      Promise.resolve(),
      () => 1,
      new Date(),
    ];
    expect(values.map(kindOf).join(', ')).toBe(
      'undefined, null, a number, a string, an array, an object, a Map, an Int8Array, a Promise, a function, a Date',
    );
  });

  test('describe cyclic values and DataViews', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(showValue(circle)).toBe('[[[[[…]]]]]');
    expect(showValue(new DataView(new ArrayBuffer(4)))).toBe('a DataView');
  });
});

describe('an input that is not an object of columns', () => {
  test('is answered with the code that turns rows into columns', async () => {
    const rows = [
      { name: 'Jane', 'home city': 'Bonn' },
      { name: 'John', 'home city': 'Rome' },
    ];
    const message = messageOf(rows);
    expect(message).toMatch(/^people: the input is an array of rows\. /);
    const [, code = ''] = /one array each: (\{ .* \})\.$/.exec(message) ?? [];
    const columns = evaluate(`(${code})`, { rows });
    expect([...call.reference(columns as never)]).toEqual(['Jane', 'John']);
  });

  test.each([
    ['a promise', Promise.resolve({}), 'people: the input is a Promise. Await it before the call.'],
    ['a map', new Map(), 'people: the input is a Map. Pass an object of its entries: Object.fromEntries(map).'],
    ['a generator', (function* () {})(), 'call people.stream(batches).'],
    ['nothing', undefined, 'people: the input is undefined. Pass a Table or RecordBatch with the columns "name",'],
    ['values', { name: 'Jane', 'home city': 'Bonn' }, 'put a single value in an array, [value]'],
    ['a column that is misspelt', { nmae: ['a'], 'home city': ['b'] }, 'Did you mean "nmae"? Rename that to "name"'],
    ['a column in capitals', { Name: ['a'], 'home city': ['b'] }, 'Did you mean "Name"?'],
    ['columns of two lengths', { name: ['a'], 'home city': [] }, 'column "home city" has 0 rows, column "name" has 1.'],
  ])('is answered with a proposal: %s', (_, input, message) => {
    expect(messageOf(input)).toContain(message);
  });

  test('is answered with the name of the single column', () => {
    const single = vectorTransform(describeTransform({ x: 'float64' }, 'float64', ({ x }) => x));
    expect(() => single.reference([1, 2] as never)).toThrow('Pass it under the name of its column: { x: array }.');
  });

  test('is answered with the row of an element of a list', () => {
    const lists = vectorTransform({
      ...describeTransform({}, 'utf8', ({ tags }) => String(tags)),
      input: [{ name: 'tags', type: 'list', nullable: false, element: { type: 'utf8', nullable: false }, read: true }],
    });
    expect(() => lists.reference({ tags: [['a', 'b'], [], ['c', 4]] })).toThrow(
      /column "tags": element 1 of row 2 is 4, but the elements are declared utf8, .* each list before the call, list\.map/,
    );
  });
});

/** Columns with values that some other types cannot hold. */
const columns: Readonly<Record<string, Vector>> = {
  bool: vectorFromArray([true, false, null], new Bool()),
  int8: vectorFromArray([1, -128, null], new Int8()),
  int32: vectorFromArray([1, 2 ** 31 - 1, -1, null], new Int32()),
  int64: vectorFromArray([1n, 2n ** 60n + 1n, null], new Int64()),
  uint64: vectorFromArray([1n, 2n ** 64n - 1n, null], new Uint64()),
  float32: vectorFromArray([1, 1.5, null], new Float32()),
  float64: vectorFromArray([1, 1.5, 2 ** 40, 0.1, null], new Float64()),
  whole: vectorFromArray([1, -5, null], new Float64()),
  utf8: vectorFromArray(['1', 'abc', '', null], new Utf8()),
  dictionary: vectorFromArray(['1', 'abc', null], new Dictionary(new Utf8(), new Int32())),
  date32: vectorFromArray([new Date(0), null], new DateDay()),
  date64: vectorFromArray([new Date(1), null], new DateMillisecond()),
  s: vectorFromArray([new Date(1000), null], new TimestampSecond()),
  ms: vectorFromArray([new Date(1), null], new TimestampMillisecond()),
  us: vectorFromArray([new Date(1), 1.5, null], new TimestampMicrosecond()),
  ns: vectorFromArray([new Date(1), 1.5, null], new TimestampNanosecond()),
};
const typed = {
  Float64Array: Float64Array.of(1, 1.5, 2 ** 40),
  Float32Array: Float32Array.of(1, 1.5),
  Int32Array: Int32Array.of(1, 2 ** 31 - 1),
  Int8Array: Int8Array.of(1, -1),
  BigInt64Array: BigInt64Array.of(1n, 2n ** 60n + 1n),
};
const declared: readonly ColumnTypeName[] = [
  ...(['bool', 'int8', 'int16', 'int32', 'uint8', 'uint32', 'int64', 'uint64', 'float32', 'float64'] as const),
  ...(['utf8', 'date32', 'timestamp[s]', 'timestamp[ms]'] as const),
];

/** True if a conversion kept a value. A bool equals 0 or 1. */
function isSame(before: unknown, after: unknown, type: ColumnTypeName): boolean {
  if (before === null || after === null) return before === after;
  if (typeof after === 'string')
    return after === (typeof before === 'string' ? before : String(before)) || !Number.isNaN(Date.parse(after));
  if (typeof before === 'boolean' || type === 'bool') return Number(before) === Number(after);
  if (typeof before === 'string') return String(after) === before;
  // A number equals a bigint with the same digits.
  return String(before) === String(after);
}

/** Users paste proposals. One that loses data silently would go unnoticed. */
describe('the proposed conversion keeps every value, fails, or says what it loses:', () => {
  const identity = (type: ColumnTypeName) =>
    vectorTransform(describeTransform({ x: `${type}?` }, `${type}?`, ({ x }) => x));

  function check(input: Vector | ArrayLike<unknown>, type: ColumnTypeName): 'fits' | 'proposed' | 'elsewhere' {
    const run = identity(type);
    let message: string;
    try {
      run.reference({ x: input });
      return 'fits';
    } catch (error) {
      message = (error as Error).message;
    }
    const [, code, note = ''] =
      /Convert it: (.*?\))((?:, which|, in which).*?)?(?:, or declare it .*)?\.$/.exec(message) ?? [];
    if (code === undefined) return 'elsewhere';
    const before = [...(input as Iterable<unknown>)];
    let after: unknown[];
    try {
      after = [...run.reference({ x: evaluate(code, { column: input }) })];
    } catch (error) {
      // BigInt throws by itself, and the call rejects elements that do not fit.
      expect(String(error)).toMatch(/RangeError|SyntaxError|SchemaError: sample: column "x": element \d+ of the array/);
      return 'proposed';
    }
    const isKept = before.every((value, row) => isSame(value, after[row], type));
    if (!isKept) expect({ message, note }).toEqual({ message, note: expect.stringMatching(/which/) });
    return 'proposed';
  }

  test.each(Object.keys(columns))('a vector of %s', (name) => {
    const column = columns[name] ?? vectorFromArray([]);
    const outcomes = declared.map((type) => check(column, type));
    expect(outcomes.filter((outcome) => outcome === 'proposed').length).toBeGreaterThan(6);
  });

  test.each(Object.keys(typed) as (keyof typeof typed)[])('a %s', (name) => {
    const outcomes = declared.map((type) => check(typed[name], type));
    expect(outcomes.filter((outcome) => outcome === 'proposed').length).toBeGreaterThan(6);
  });

  test('a fraction is rejected for a column of integers, with ways to round it', () => {
    const column = Float64Array.of(1.5);
    expect(() => identity('int32').reference({ x: column })).toThrow(
      'got a Float64Array, declared int32. Pass an Arrow Vector of that type, an Int32Array or a number[]. ' +
        'Convert it: Array.from(column), in which a fraction is an error: `Math.round(v)` rounds it, `Math.trunc(v)` cuts it off.',
    );
  });

  test('a column of a table is taken from it by its name', () => {
    const table = new Table({ x: columns.whole ?? vectorFromArray([]) });
    let message = '';
    try {
      identity('int32').reference(table);
    } catch (error) {
      message = (error as Error).message;
    }
    const [, code = ''] = /an object of columns: (\{ .*), … \}/.exec(message) ?? [];
    expect([...identity('int32').reference(evaluate(`(${code} })`, { table }) as never)]).toEqual([1, -5, null]);
  });
});
