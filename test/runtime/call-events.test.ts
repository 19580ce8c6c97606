import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Readable } from 'node:stream';
import { Field, Float64, List, makeVector, Table, tableFromArrays, Utf8, vectorFromArray } from 'apache-arrow';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AggregateDescription,
  type Aggregation,
  type CallEvent,
  type LineAggregation,
  type LineTransform,
  RowError,
  type Runtime,
  SchemaError,
  type TransformDescription,
} from '../../runtime/index.js';
import { describeTransform, testRuntime, vectorTransform } from './describe-transform.js';

const events: CallEvent[] = [];
const listen = (event: unknown) => void events.push(event as CallEvent);

beforeEach(() => {
  events.length = 0;
  subscribe('rowfuse:call', listen);
});
afterEach(() => void unsubscribe('rowfuse:call', listen));

const cpu = { backend: 'cpu' } as const;
const half = describeTransform({ n: 'float64?', text: 'utf8', unused: '-utf8' }, 'int32', ({ n, text }) =>
  n === null ? String(text).length : Number(n) / 2,
);
const columns = { n: [2, null, 6], text: ['a', 'bc', ''], unused: ['long', 'texts', 'that are not read'] };
/** Three doubles with a bitmap, and text of three bytes with four offsets. */
const bytesOfColumns = 3 * 8 + 1 + 3 + 4 * 4;

describe('a call of a transform', () => {
  test.each(['cpu', 'js'] as const)('publishes an event on %s', async (backend) => {
    await vectorTransform(half)(columns, { backend });
    expect(events).toEqual([
      {
        transform: 'sample',
        batch: undefined,
        backend,
        rows: 3,
        bytesRead: bytesOfColumns,
        bytesWritten: 3 * 4,
        milliseconds: expect.any(Number),
        error: undefined,
      },
    ]);
    expect(events[0]?.milliseconds).toBeGreaterThan(0);
  });

  test('publishes the error with which it rejects', async () => {
    const picky = describeTransform({ n: 'float64' }, 'int8', ({ n }) => n);
    const call = vectorTransform(picky);
    const error = await call({ n: [1, 1000] }, cpu).catch((caught) => caught);
    expect(error).toBeInstanceOf(RowError);
    expect(events).toMatchObject([{ backend: 'cpu', rows: 2, bytesWritten: 0 }]);
    expect(events[0]?.error).toBe(error);
  });

  test('publishes an event without a backend if its options or its input are refused', async () => {
    const call = vectorTransform(half);
    await expect(call(columns, { backend: 'gpu' } as never)).rejects.toThrow('option backend');
    expect(events).toMatchObject([{ backend: undefined, rows: 0, bytesRead: 0, error: { code: 'OptionError' } }]);
    const error = await call({ n: ['a'], text: ['a'], unused: ['a'] }, cpu).catch((caught) => caught);
    expect(error).toBeInstanceOf(SchemaError);
    expect(events[1]).toMatchObject({ backend: 'cpu', rows: 0 });
    expect(events[1]?.error).toBe(error);
  });

  test('counts the elements of lists, and slices by their rows', async () => {
    const list = { type: 'list', element: { type: 'float64', nullable: false } } as const;
    const sums: TransformDescription = {
      ...describeTransform({ n: 'float64' }, 'float64', ({ n }) => n),
      input: [{ name: 'n', ...list, nullable: false, read: true }],
      row: ({ n }) => (n as number[]).reduce((sum, one) => sum + one, 0),
    };
    const type = new List(new Field('item', new Float64(), false));
    const n = vectorFromArray([[1, 2], [3], [4, 5, 6]], type).slice(1);
    await vectorTransform(sums)({ n }, { backend: 'js' });
    expect(events).toMatchObject([{ rows: 2, bytesRead: 3 * 4 + 4 * 8, bytesWritten: 2 * 8 }]);
  });

  test('does not count columns that the result shares with the input', async () => {
    const kept: TransformDescription = {
      ...half,
      single: false,
      input: half.input.map((column) => ({ ...column, kept: true })),
      output: [{ name: 'unused', type: 'utf8', nullable: false, keep: 2 }, ...half.output],
      row: (row) => ({ sample: half.row?.(row, { params: {}, index: 0 }) }),
    };
    await vectorTransform(kept)(columns, { backend: 'js' });
    expect(events).toMatchObject([{ rows: 3, bytesRead: bytesOfColumns, bytesWritten: 3 * 4 }]);
  });

  test('counts the memory of device tables', async () => {
    const runtime = testRuntime([half]);
    using table = await runtime.toDevice(tableFromArrays({ n: Float64Array.of(2, 4) }), { backend: 'cpu' });
    const doubled = describeTransform({ n: 'float64' }, 'float64', ({ n }) => 2 * Number(n), 'doubled');
    using result = await testRuntimeOf(runtime, doubled)(table as never, { backend: 'js' });
    expect(result.numRows).toBe(2);
    expect(events).toMatchObject([{ transform: 'doubled', backend: 'js', rows: 2, bytesRead: 16, bytesWritten: 16 }]);
  });
});

describe('a stream', () => {
  test('publishes an event per batch, including a batch that fails', async () => {
    const positive = describeTransform({ n: 'float64' }, 'float64', ({ n }) => {
      if (Number(n) < 0) throw new Error('negative');
      return n;
    });
    const batches = [[1, 2], [3], [-1]].flatMap((n) => new Table({ n: makeVector(Float64Array.from(n)) }).batches);
    const results = vectorTransform(positive).stream(batches, { ...cpu, inFlight: 1 });
    const error = await drain(results).catch((caught) => caught);
    expect(error).toBeInstanceOf(RowError);
    expect(events).toMatchObject([
      { transform: 'sample', batch: 0, backend: 'cpu', rows: 2, bytesRead: 16, bytesWritten: 16, error: undefined },
      { batch: 1, rows: 1, bytesRead: 8, bytesWritten: 8, error: undefined },
      { batch: 2, rows: 1, error: { row: 3, batch: 2 } },
    ]);
    expect(events[2]?.error).toBe(error);
  });
});

const text = { type: 'utf8', nullable: false } as const;
const line = { name: 'line', ...text, separator: '\n', read: true };

describe('an aggregate', () => {
  const words: AggregateDescription = {
    name: 'words',
    source: 'words.ts',
    input: [{ name: 'word', ...text, read: true }],
    output: [{ name: 'word', ...text }],
    grouping: {
      keys: 1,
      isOrdered: true,
      aggregates: [{ operation: 'count' }],
      output: [
        { name: 'word', ...text },
        { name: 'n', type: 'int64', nullable: false },
      ],
    },
    single: false,
    row: (row) => ({ word: row.word ?? row.line }),
  };
  /** Two groups: texts of two bytes with three offsets, and two counts. */
  const bytesWritten = 2 + 3 * 4 + 2 * 8;

  test.each(['cpu', 'js'] as const)('publishes one event per call and per stream on %s', async (backend) => {
    const call: Aggregation<Record<string, unknown>, Table> = testRuntime([words]).aggregate(words);
    const table = new Table({ word: vectorFromArray(['b', 'a', 'b'], new Utf8()) });
    await call(table, { backend });
    await call.stream([...table.batches, ...table.batches], { backend });
    const [rows, bytesRead] = [3, 3 + 4 * 4];
    expect(events).toMatchObject([
      { transform: 'words', batch: undefined, backend, rows, bytesRead, bytesWritten, error: undefined },
      { batch: undefined, backend, rows: 2 * rows, bytesRead: 2 * bytesRead, bytesWritten, error: undefined },
    ]);
    expect(events.length).toBe(2);
  });

  test.each(['cpu', 'js'] as const)(
    'of lines counts the bytes of the text, and its last line, on %s',
    async (backend) => {
      const ofLines = { ...words, input: [line] };
      const call = testRuntime([ofLines]).aggregate(ofLines) as unknown as LineAggregation<Table>;
      await call(Buffer.from('b\na\nb'), { backend });
      await call(Readable.from([Buffer.from('b\na'), Buffer.from('\nb\n')]), { backend });
      expect(events).toMatchObject([
        { backend, rows: 3, bytesRead: 5, bytesWritten, error: undefined },
        { backend, rows: 3, bytesRead: 6, bytesWritten, error: undefined },
      ]);
    },
  );
});

describe('a transform of lines', () => {
  const sizes: TransformDescription = {
    ...describeTransform({ line: 'utf8' }, 'int32', ({ line: one }) => String(one).length),
    input: [line],
  };

  test.each(['cpu', 'js'] as const)('publishes one event with the bytes of the text on %s', async (backend) => {
    const call = testRuntime([sizes]).transform(sizes) as unknown as LineTransform<Table>;
    await call(Buffer.from('one\ntwo'), { backend });
    await expect(call('one' as never, { backend })).rejects.toThrow('a string');
    expect(events).toMatchObject([
      { transform: 'sample', backend, rows: 2, bytesRead: 7, bytesWritten: 8, error: undefined },
      { backend: undefined, rows: 0, error: { code: 'SchemaError' } },
    ]);
  });
});

test('without a subscriber a call reads no clock for its event', async () => {
  const call = vectorTransform(half);
  const { now } = performance;
  let readings = 0;
  performance.now = () => {
    readings += 1;
    return now.call(performance);
  };
  const readingsOf = async () => {
    readings = 0;
    await call(columns, cpu);
    return readings;
  };
  try {
    const watched = await readingsOf();
    unsubscribe('rowfuse:call', listen);
    expect(await readingsOf()).toBe(watched - 2);
  } finally {
    performance.now = now;
  }
  expect(events.length).toBe(1);
});

function testRuntimeOf(runtime: Runtime, description: TransformDescription) {
  return runtime.transform<Record<string, unknown>, Table>(description) as unknown as (
    table: unknown,
    options: { readonly backend: 'js' },
  ) => Promise<Disposable & { readonly numRows: number }>;
}

async function drain(results: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of results);
}
