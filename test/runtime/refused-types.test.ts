import {
  Binary,
  DateMillisecond,
  Decimal,
  Dictionary,
  DurationSecond,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float16,
  Int32,
  IntervalYearMonth,
  LargeBinary,
  List,
  Map_,
  makeData,
  makeVector,
  Null,
  Struct,
  Table,
  TimeMicrosecond,
  TimeSecond,
  Union,
  UnionMode,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { type ColumnTypeName, SchemaError } from '../../runtime/index.js';
import { describeTransform, testRuntime, vectorTransform } from './describe-transform.js';

const item = new Field('item', new Int32());
const entries = new Struct<{ key: Utf8; value: Int32 }>([
  new Field('key', new Utf8()),
  new Field('value', new Int32()),
]);
const ints = makeData({ type: new Int32(), data: Int32Array.of(1, 2) });

/** Two rows of each type that no transform declares. */
const columns: Readonly<Record<string, Vector>> = {
  decimal: makeVector(makeData({ type: new Decimal(2, 10), data: Uint32Array.from({ length: 8 }) })),
  time32: makeVector(makeData({ type: new TimeSecond(), data: Int32Array.of(1, 2) })),
  time64: makeVector(makeData({ type: new TimeMicrosecond(), data: BigInt64Array.of(1n, 2n) })),
  duration: makeVector(makeData({ type: new DurationSecond(), data: BigInt64Array.of(1n, 2n) })),
  interval: makeVector(makeData({ type: new IntervalYearMonth(), data: Int32Array.of(1, 2) })),
  date64: makeVector(makeData({ type: new DateMillisecond(), data: BigInt64Array.of(0n, 86_400_000n) })),
  float16: vectorFromArray([1, 2], new Float16()),
  null: makeVector(makeData({ type: new Null(), length: 2 })),
  fixedSizeBinary: vectorFromArray([Uint8Array.of(1), Uint8Array.of(2)], new FixedSizeBinary(1)),
  list: vectorFromArray([[1], [2]], new List(item)),
  fixedSizeList: makeVector(makeData({ type: new FixedSizeList(1, item), child: ints })),
  struct: vectorFromArray(
    [
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ],
    entries,
  ),
  map: vectorFromArray([new Map([['a', 1]]), new Map([['b', 2]])], new Map_(new Field('entries', entries))),
  union: makeVector(
    makeData({
      type: new Union(UnionMode.Sparse, [0], [item]),
      length: 2,
      typeIds: Int8Array.of(0, 0),
      children: [ints],
    }),
  ),
  dictionary: vectorFromArray([1, 2], new Dictionary(new Int32(), new Int32())),
};

const elsewhere = (type: string) => `Cast it where it is made; in Python: column.cast(${type})`;
const here = 'Convert it, and pass an object of columns: { "x": Array.from(table.getChild("x")';
const asIntegers = (type: string) =>
  `Cast it to integers where it is made (in Python: column.cast(pa.${type}())), and declare ${type}`;
const parts = 'Take apart what it holds before the call, into columns of their own';

function failure(declared: ColumnTypeName, column: Vector): SchemaError {
  const transform = vectorTransform(describeTransform({ x: declared }, 'bool', () => true));
  try {
    transform.reference(new Table({ x: column }));
  } catch (error) {
    expect(error).toBeInstanceOf(SchemaError);
    return error as SchemaError;
  }
  throw new Error('no error');
}

describe('an undeclarable type is refused with the cast that makes it fit', () => {
  test.each([
    ['decimal', 'float64', elsewhere('pa.float64()')],
    ['decimal', 'utf8', elsewhere('pa.string()')],
    ['time32', 'int32', asIntegers('int32')],
    ['time64', 'timestamp[us]', asIntegers('int64')],
    ['duration', 'int64', asIntegers('int64')],
    ['interval', 'int32', 'Pass its months, days or milliseconds as columns of integers'],
    [
      'date64',
      'date32',
      `${here}, (v) => (v === null ? null : Math.floor(Number(v) / 86_400_000) * 86_400_000)), … }, which rounds down to days`,
    ],
    ['date64', 'timestamp[ms]', `${here}, (v) => (v === null ? null : Number(v))), … }`],
    ['date64', 'timestamp[us]', elsewhere("pa.timestamp('us')")],
    ['float16', 'float32', `${here}), … }`],
    [
      'null',
      'bool',
      `${here}, (v) => (v === null ? null : Boolean(v))), … }, which is false for 0, NaN and empty text, and true for everything else`,
    ],
    ['fixedSizeBinary', 'utf8', elsewhere('pa.string()')],
    ['fixedSizeBinary', 'binary', elsewhere('pa.binary()')],
    ['fixedSizeBinary', 'largeBinary', elsewhere('pa.large_binary()')],
    ['union', 'largeUtf8', parts],
    ['list', 'utf8', `${parts}, or declare it list(int32)`],
    ['fixedSizeList', 'float64', parts],
    ['struct', 'utf8', parts],
    ['map', 'utf8', parts],
    ['union', 'int32', parts],
    ['dictionary', 'int32', `${here}), … }, in which a number that int32 cannot hold is an error`],
  ] as const)('by the cast to %s for %s', (name, declared, advice) => {
    const column = columns[name];
    if (column === undefined) throw new Error(name);
    const error = failure(declared, column);
    expect(error.column).toBe('x');
    expect(error.message).toContain(`column "x": got ${String(column.type)}, declared `);
    expect(error.message).toContain(`${advice}.`);
  });

  test.each(Object.keys(columns).filter((name) => name !== 'struct' && name !== 'list'))(
    '%s: no device table holds it',
    async (name) => {
      const { toDevice } = testRuntime([]);
      await expect(toDevice({ x: columns[name] } as never, { backend: 'js' } as never)).rejects.toThrow(
        /"x": got .*, which no device table can hold. Cast it before/,
      );
    },
  );
});

test.each([
  ['binary', 'utf8', `${elsewhere('pa.string()')}, or declare it binary`],
  ['largeBinary', 'binary', `${elsewhere('pa.binary()')}, or declare it largeBinary`],
  ['binary', 'largeUtf8', `${elsewhere('pa.large_string()')}, or declare it binary`],
] as const)('%s for %s', (name, declared, advice) => {
  const bytes = { type: new Binary(), data: Uint8Array.of(1, 2), valueOffsets: Int32Array.of(0, 1, 2) };
  const large = { ...bytes, type: new LargeBinary(), valueOffsets: BigInt64Array.of(0n, 1n, 2n) };
  const column = name === 'binary' ? makeVector(makeData(bytes)) : makeVector(makeData(large));
  expect(failure(declared, column).message).toContain(`${advice}.`);
});

test('a type that this copy of Arrow JS does not know is refused', () => {
  const [data] = makeVector(Int32Array.of(1)).data;
  const type = { typeId: 99, toString: () => 'RunEndEncoded<Int32, Utf8>' };
  const vector = { type, data: [{ ...data, type }] };
  const transform = vectorTransform(describeTransform({ x: 'utf8' }, 'bool', () => true));
  expect(() => transform.reference({ x: vector })).toThrow(
    'got RunEndEncoded<Int32, Utf8>, declared utf8. Cast it where it is made; in Python: column.cast(pa.string()).',
  );
});
