import { inspect } from 'node:util';
import {
  DateDay,
  DateMillisecond,
  makeData,
  makeVector,
  Table,
  Timestamp,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  TimeUnit,
  tableFromIPC,
  tableToIPC,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import type { DeviceTable } from '../../runtime/index.js';
import { type ColumnTypeName, RowError, type Transform, type TransformDescription } from '../../runtime/index.js';
import { describeTransform, testRuntime, vectorTransform } from './describe-transform.js';

const day = 86_400_000;

function days(...values: number[]): Vector {
  return makeVector(makeData({ type: new DateDay(), data: Int32Array.from(values) }));
}

const units = { s: TimeUnit.SECOND, ms: TimeUnit.MILLISECOND, us: TimeUnit.MICROSECOND, ns: TimeUnit.NANOSECOND };

function times(unit: keyof typeof units, values: readonly bigint[], timezone?: string): Vector {
  return makeVector(makeData({ type: new Timestamp(units[unit], timezone), data: BigInt64Array.from(values) }));
}

/** Returns the values that the row function sees. */
function seen(type: ColumnTypeName, column: unknown): unknown[] {
  const values: unknown[] = [];
  const transform = describeTransform({ x: type }, 'bool', ({ x }) => values.push(x) > 0);
  vectorTransform(transform).reference({ x: column });
  return values;
}

function write(type: ColumnTypeName, values: readonly unknown[]): Vector {
  const transform = describeTransform({ row: 'int32' }, type, ({ row }) => values[Number(row)]);
  return vectorTransform(transform).reference({ row: Int32Array.from(values.keys()) });
}

function stored(vector: Vector): unknown[] {
  return vector.data.flatMap(({ values }) => [...(values as Iterable<unknown>)]);
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('no error');
}

describe('reading times', () => {
  test('takes Dates and numbers from plain arrays', () => {
    const noon = new Date('2026-11-22T12:00:00.25Z');
    expect(seen('timestamp[ms]', [noon, 5])).toEqual([noon.getTime(), 5]);
    expect(seen('date32', [new Date('2026-11-22'), day])).toEqual([Date.UTC(2026, 10, 22), day]);
    expect(messageOf(() => seen('date32', [noon]))).toContain('element 0 of the array is 2026-11-22T12:00:00.250Z');
    expect(messageOf(() => seen('timestamp[s]', [new Date(Number.NaN)]))).toContain('is an invalid Date');
    expect(messageOf(() => seen('timestamp[us]', [noon]))).toContain('is 2026-11-22T12:00:00.250Z, but the column');
    expect(messageOf(() => seen('timestamp[ms]', ['now']))).toContain('holds a number or a Date');
  });

  test('gives days as the milliseconds of their start, exactly, to both ends', () => {
    const ends = [-(2 ** 31), -1, 0, 1, 2 ** 31 - 1];
    expect(seen('date32', days(...ends))).toEqual(ends.map((value) => value * day));
    expect(BigInt(seen('date32', days(2 ** 31 - 1))[0] as number)).toBe((2n ** 31n - 1n) * 86_400_000n);
  });

  test('gives seconds and milliseconds as numbers, the nearest past 2^53', () => {
    const ends = [-(2n ** 63n), -1n, 0n, 1n, 2n ** 53n + 1n, 2n ** 63n - 1n];
    expect(seen('timestamp[s]', times('s', ends))).toEqual(ends.map((value) => Number(value) * 1000));
    expect(seen('timestamp[ms]', times('ms', ends))).toEqual(ends.map(Number));
  });

  test('gives microseconds and nanoseconds without loss', () => {
    const values = [-(2n ** 63n), -1n, 0n, 1_700_000_000_123_456_789n, 2n ** 63n - 1n];
    expect(seen('timestamp[us]', times('us', values))).toEqual(values);
    expect(seen('timestamp[ns]', times('ns', values))).toEqual(values);
  });

  test('takes slices, chunks, nulls and IPC', () => {
    const vector = vectorFromArray([new Date(0), null, new Date(day), new Date(-day)], new DateDay());
    const transform = vectorTransform(describeTransform({ x: 'date32?' }, 'float64?', ({ x }) => x));
    expect(transform.reference({ x: vector.slice(1) }).toJSON()).toEqual([null, day, -day]);
    expect(transform.reference({ x: vector.slice(2).concat(vector) }).toJSON()).toEqual([
      day,
      -day,
      0,
      null,
      day,
      -day,
    ]);
    const zoned = vectorTransform(describeTransform({ x: 'timestamp[us]?' }, 'timestamp[us]?', ({ x }) => x));
    const table = tableFromIPC(tableToIPC(new Table({ x: times('us', [5n, -7n]) })));
    expect(stored(zoned.reference(table))).toEqual([5n, -7n]);
  });

  test('gives arrays of the values that the row function sees', () => {
    expect(seen('date32', [0, -day, day])).toEqual([0, -day, day]);
    expect(seen('timestamp[s]', [1000, -1000])).toEqual([1000, -1000]);
    expect(seen('timestamp[ns]', [1n])).toEqual([1n]);
    expect(messageOf(() => seen('date32', [1]))).toContain(
      'element 0 of the array is 1, but the column is declared date32, which holds milliseconds of whole days (in UTC), a multiple of 86400000',
    );
    expect(messageOf(() => seen('timestamp[us]', [1]))).toContain("declared timestamp('us'), which holds a bigint");
    expect(messageOf(() => seen('timestamp[ms]', ['0']))).toContain('which holds a number or a Date');
  });
});

describe('writing times', () => {
  test('gives the Arrow types of results', () => {
    const typeOf = (type: ColumnTypeName, value: unknown) => write(type, [value]).type;
    expect(typeOf('date32', 0)).toBeInstanceOf(DateDay);
    expect(typeOf('timestamp[s]', 0)).toBeInstanceOf(TimestampSecond);
    expect(typeOf('timestamp[ms]', 0)).toBeInstanceOf(TimestampMillisecond);
    expect(typeOf('timestamp[us]', 0n)).toBeInstanceOf(TimestampMicrosecond);
    expect(typeOf('timestamp[ns]', 0n)).toBeInstanceOf(TimestampNanosecond);
    expect((typeOf('timestamp[ns]', 0n) as Timestamp).timezone ?? undefined).toBeUndefined();
    const transform: TransformDescription = {
      ...describeTransform({ x: 'int32' }, 'timestamp[ms]', ({ x }) => x),
      output: [{ name: 'sample', type: 'timestamp[ms]', nullable: false, timezone: 'Europe/Berlin' }],
    };
    expect((vectorTransform(transform).reference({ x: [1] }).type as Timestamp).timezone).toBe('Europe/Berlin');
  });

  test.each([
    ['date32', [-(2 ** 31) * day, -day, -0, day, (2 ** 31 - 1) * day], [-(2 ** 31), -1, 0, 1, 2 ** 31 - 1]],
    ['timestamp[s]', [-9007199254740000, -0, 1000, 9007199254740000], [-9007199254740n, 0n, 1n, 9007199254740n]],
    ['timestamp[ms]', [-(2 ** 53) + 1, -0, 1, 2 ** 53 - 1], [-(2n ** 53n) + 1n, 0n, 1n, 2n ** 53n - 1n]],
    ['timestamp[us]', [-(2n ** 63n), 0n, 2n ** 63n - 1n], [-(2n ** 63n), 0n, 2n ** 63n - 1n]],
    ['timestamp[ns]', [-(2n ** 63n), 0n, 2n ** 63n - 1n], [-(2n ** 63n), 0n, 2n ** 63n - 1n]],
  ] as const)('%s: takes everything that it holds', (type, values, expected) => {
    expect(stored(write(type, values))).toEqual(expected);
  });

  test.each([
    [
      'date32',
      [1, day - 1, day + 0.5, 0.1, -1, NaN, Infinity, -Infinity, 2 ** 31 * day, (-(2 ** 31) - 1) * day, 1e300],
    ],
    ['timestamp[s]', [1, 999, 1000.5, NaN, Infinity, 9007199254741000, -9007199254741000, 5e-324]],
    ['timestamp[ms]', [0.5, -1.25, NaN, -Infinity, 2 ** 53, -(2 ** 53), 1e300]],
  ] as const)('%s: takes nothing else, and never rounds', (type, values) => {
    for (const value of values) {
      expect(() => write(type, [value]), String(value)).toThrow(RowError);
      expect(() => write(type, [BigInt(Math.trunc(Number.isFinite(value) ? value : 0))])).toThrow(RowError);
    }
  });

  test.each(['timestamp[us]', 'timestamp[ns]'] as const)('%s: refuses bigints past 64 bits, and numbers', (type) => {
    for (const value of [2n ** 63n, -(2n ** 63n) - 1n, 0, NaN]) expect(() => write(type, [value])).toThrow(RowError);
  });

  test('names the declared type and a type that would fit in errors', () => {
    expect(messageOf(() => write('date32', [1]))).toContain(
      `the row function returned 1, but date32 holds milliseconds of whole days (in UTC), a multiple of 86400000 from ${-(2 ** 31) * day} to ` +
        `${(2 ** 31 - 1) * day}. Round it (Math.floor(time / 86400000) * 86400000), or declare timestamp('ms').`,
    );
    expect(messageOf(() => write('timestamp[s]', [5]))).toContain("timestamp('s') holds milliseconds of whole seconds");
    expect(messageOf(() => write('timestamp[ms]', [0.5]))).toContain("timestamp('ms') holds an integer from");
    expect(messageOf(() => write('timestamp[us]', [5]))).toContain('Return that, or declare another type');
    expect(messageOf(() => write('timestamp[us]', [null]))).toContain(
      "declared timestamp('us'), not nullable(timestamp('us'))",
    );
  });
});

describe('matching of time types', () => {
  const takes = (type: ColumnTypeName, timezone: string | undefined, column: Vector) => {
    const described = describeTransform({ x: type }, 'bool', () => true);
    const input = described.input.map((declared) => ({ ...declared, ...(timezone !== undefined && { timezone }) }));
    return vectorTransform({ ...described, input }).reference({ x: column }).length;
  };

  test('requires the exact unit, and accepts any time zone', () => {
    expect(takes('timestamp[us]', 'UTC', times('us', [1n], 'UTC'))).toBe(1);
    expect(takes('timestamp[us]', 'UTC', times('us', [1n], 'America/New_York'))).toBe(1);
    expect(takes('timestamp[us]', undefined, times('us', [1n]))).toBe(1);
    expect(takes('timestamp[us]', undefined, times('us', [1n], ''))).toBe(1);
  });

  test.each([
    [
      'another unit',
      () => takes('timestamp[ms]', 'UTC', times('us', [1n], 'UTC')),
      "got Timestamp<MICROSECOND, UTC>, declared timestamp('ms', 'UTC'). Convert it: Array.from(column, (v) => " +
        "(v === null ? null : Math.floor(Number(v)))), which rounds down to milliseconds, or declare it timestamp('us', 'UTC').",
    ],
    [
      'a finer unit, which Arrow JS cannot write',
      () => takes('timestamp[ns]', 'UTC', times('us', [1n])),
      "Cast it where it is made; in Python: column.cast(pa.timestamp('ns', tz='UTC')), or declare it timestamp('us').",
    ],
    [
      'no zone for one',
      () => takes('timestamp[s]', 'UTC', times('s', [1n])),
      "declared timestamp('s', 'UTC'). Convert it: Array.from(column, (v) => (v === null ? null : Number(v))), which takes the clock to be in UTC",
    ],
    [
      'a zone for none',
      () => takes('timestamp[s]', undefined, times('s', [1n], 'UTC')),
      "or declare it timestamp('s', 'UTC')",
    ],
    [
      'date64 for date32',
      () => takes('date32', undefined, vectorFromArray([new Date(0)], new DateMillisecond())),
      'got Date64<MILLISECOND>, declared date32. Convert it: Array.from(column, (v) => (v === null ? null : Math.floor(Number(v) / 86_400_000) * 86_400_000)), which rounds down to days.',
    ],
    [
      'a typed array',
      () => seen('date32', Int32Array.of(1)),
      'Say what it counts: makeVector(makeData({ type: new DateDay(), data: Int32Array.from(column) }))',
    ],
    [
      'text',
      () => takes('date32', undefined, vectorFromArray(['2020-01-01'])),
      'Cast it where it is made; in Python: column.cast(pa.date32()), or declare it dictionary(utf8).',
    ],
  ])('%s', (_, call, message) => {
    expect(messageOf(call)).toContain(message);
  });

  test('proposes casts that give matching columns with the same times', () => {
    const column = times('us', [1_700_000_000_123_456n, -1n, 0n]);
    const milli = vectorFromArray(
      Array.from(column, (v) => (v === null ? null : Math.floor(Number(v)))),
      new TimestampMillisecond(),
    );
    expect(seen('timestamp[ms]', milli)).toEqual([1_700_000_000_123, -1, 0]);
    const second = vectorFromArray(
      Array.from(column, (v) => (v === null ? null : Math.floor(Number(v) / 1000) * 1000)),
      new TimestampSecond(),
    );
    expect(seen('timestamp[s]', second)).toEqual([1_700_000_000_000, -1000, 0]);
    const dates = vectorFromArray(
      Array.from(column, (v) => (v === null ? null : Number(v))),
      new DateDay(),
    );
    expect(seen('date32', dates)).toEqual([19675 * day, -day, 0]);
  });
});

describe('times elsewhere', () => {
  const moments = describeTransform(
    { d: 'date32', t: 'timestamp[us]?' },
    { next: 'date32?', at: 'timestamp[us]?' },
    ({ d, t }) => ({ next: Number(d) + day, at: t }),
    'moments',
  );
  const zoned: TransformDescription = {
    ...moments,
    input: moments.input.map((column) => (column.name === 't' ? { ...column, timezone: 'UTC' } : column)),
    output: moments.output.map((column) => (column.name === 'at' ? { ...column, timezone: 'Asia/Tokyo' } : column)),
  };
  const nulls = vectorFromArray([null, new Date(1), new Date(2)], new TimestampMicrosecond('Europe/Berlin'));
  const columns = { d: days(1, -2, 2 ** 31 - 1), t: nulls };

  test.each(['cuda', 'cpu', 'js'] as const)('keep units and time zones in a device table on %s', async (kind) => {
    const cuda = () => ({ available: kind === 'cuda', reason: 'a test', devices: kind === 'cuda' ? ['Fake GPU'] : [] });
    const { toDevice, transform } = testRuntime([moments, zoned], { cuda });
    const options = kind === 'cuda' ? {} : { backend: kind };
    using table = await toDevice({ d: columns.d.slice(0, 2), t: nulls.slice(0, 2) }, options);
    expect(table.columns).toEqual([
      { name: 'd', type: 'date32', nullCount: 0 },
      { name: 't', type: 'timestamp[us]', timezone: 'Europe/Berlin', nullCount: 1 },
    ]);
    expect(inspect(table)).toContain("d: date32, t: timestamp('us', 'Europe/Berlin')");
    const back = await table.toArrow();
    expect(back.schema.fields.map(({ type }) => String(type))).toEqual([
      'Date32<DAY>',
      'Timestamp<MICROSECOND, Europe/Berlin>',
    ]);
    using result = await (transform(zoned) as unknown as (given: DeviceTable) => Promise<DeviceTable>)(table);
    const made = await result.toArrow();
    expect(made.getChild('next')?.toJSON()).toEqual([2 * day, -day]);
    expect(String(made.getChild('at')?.type)).toBe('Timestamp<MICROSECOND, Asia/Tokyo>');
    expect(made.getChild('at')?.toJSON()).toEqual([null, 1]);
    await expect((transform(moments) as Transform<Record<string, unknown>, Table>)(table as never)).rejects.toThrow(
      "the device table has timestamp('us', 'Europe/Berlin'), declared timestamp('us'). Declare it timestamp('us', 'Europe/Berlin')",
    );
  });

  test('are null for rows that fail, and unchanged for others', () => {
    const transform = testRuntime([zoned]).transform(zoned) as Transform<Record<string, unknown>, Table>;
    const { result, errors } = transform.reference(columns, { onError: 'collect' });
    expect(result.getChild('next')?.toJSON()).toEqual([2 * day, -day, null]);
    expect(errors.map(({ row }) => row)).toEqual([2]);
    expect(errors[0]?.message).toContain('but date32 holds milliseconds of whole days');
  });

  test('are never read from typed arrays on a device, which are numbers', async () => {
    const { toDevice } = testRuntime([]);
    using table = await toDevice({ a: Int32Array.of(1), b: BigInt64Array.of(1n) }, { backend: 'js' });
    expect(table.columns.map(({ type }) => type)).toEqual(['int32', 'int64']);
  });
});
