import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Dictionary, Int32, type Table, tableFromArrays, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import type { AggregationFunctions, InputBuffers } from '../../runtime/backend/addon.js';
import {
  type AggregateDescription,
  type Aggregation,
  createRuntime,
  type LineAggregation,
  type Progress,
} from '../../runtime/index.js';
import { abiVersion } from '../../schema/abi.js';
import { rowsOf } from '../aggregate/compiled.js';
import { fakeAddon } from './fake-addon.js';
import { fakeGroups } from './fake-groups.js';

const int64 = { type: 'int64', nullable: false } as const;
const sums: AggregateDescription = {
  name: 'sums',
  source: 'sums.ts',
  input: [
    { name: 'k', ...int64, read: true },
    { name: 'n', ...int64, read: true },
  ],
  output: [
    { name: 'k', ...int64 },
    { name: 'n', ...int64 },
  ],
  grouping: {
    keys: 1,
    isOrdered: true,
    aggregates: [{ operation: 'sum', column: 1 }],
    output: [
      { name: 'k', ...int64 },
      { name: 'total', ...int64 },
    ],
  },
  single: false,
  row({ k, n }) {
    if (n === -1n) throw new Error('negative');
    return { k, n };
  },
};

const words: AggregateDescription = {
  name: 'words',
  source: 'words.ts',
  input: [{ name: 'line', type: 'utf8', nullable: false, separator: '\n', read: true }],
  output: [{ name: 'word', type: 'utf8', nullable: false }],
  grouping: {
    keys: 1,
    isOrdered: true,
    aggregates: [{ operation: 'count' }],
    output: [
      { name: 'word', type: 'utf8', nullable: false },
      { name: 'n', ...int64 },
    ],
  },
  single: false,
  row({ line }) {
    if (line === '') throw new Error('no word');
    return { word: line };
  },
};

const countries: AggregateDescription = {
  name: 'countries',
  source: 'countries.ts',
  input: [{ name: 'country', type: 'utf8', nullable: true, read: true }],
  output: [{ name: 'country', type: 'utf8', nullable: true }],
  grouping: {
    keys: 1,
    isOrdered: true,
    aggregates: [{ operation: 'count' }],
    output: [
      { name: 'country', type: 'utf8', nullable: true },
      { name: 'n', ...int64 },
    ],
  },
  single: false,
  row: ({ country }) => ({ country }),
};

function prepare(instead: Partial<AggregationFunctions> = {}) {
  const groups = { ...fakeGroups([sums, words, countries]), ...instead };
  const cuda = () => ({ available: true, reason: 'a test', devices: ['Fake GPU'] });
  const addon = fakeAddon([sums, words, countries], { cuda, ...groups });
  const runtime = createRuntime({ directory: import.meta.url, abi: abiVersion, buildHash: 'hash', load: () => addon });
  return {
    calls: groups.calls,
    sums: runtime.aggregate<{ k: BigInt64Array; n: BigInt64Array }, Table>(sums) as Aggregation<
      { k: BigInt64Array; n: BigInt64Array },
      Table
    >,
    words: runtime.aggregate(words) as unknown as LineAggregation<Table>,
    countries: runtime.aggregate<{ country: Vector }, Table>(countries) as Aggregation<{ country: Vector }, Table>,
  };
}

const cpu = { backend: 'cpu' } as const;
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const table = (k: bigint[], n: bigint[]) => tableFromArrays({ k: BigInt64Array.from(k), n: BigInt64Array.from(n) });

describe('an aggregate on a native backend', () => {
  test('gets its rows in pieces, returns its groups, and is released', async () => {
    const { sums, calls } = prepare();
    const two = table([2n, 1n], [5n, 6n]).concat(table([2n], [7n]));
    expect(rowsOf(await sums(two, cpu))).toEqual([
      { k: 1n, total: 6n },
      { k: 2n, total: 12n },
    ]);
    expect(calls).toEqual([
      ['aggregation', 'cpu'],
      ['aggregate', { firstRow: 0, length: 2 }],
      ['aggregate', { firstRow: 2, length: 1 }],
      ['groups'],
      ['releaseAggregation'],
    ]);
  });

  test('reports the row that fails, and releases its memory', async () => {
    const { sums, calls } = prepare();
    const two = table([2n, 1n], [5n, 6n]).concat(table([2n, 3n], [7n, -1n]));
    await expect(sums(two, cpu)).rejects.toMatchObject({ code: 'RowError', row: 3 });
    expect(calls.at(-1)).toEqual(['releaseAggregation']);
    expect(rowsOf(await sums(table([1n], [1n]), cpu))).toEqual([{ k: 1n, total: 1n }]);
  });

  test('reports the group whose sum exceeds its type', async () => {
    const { sums } = prepare();
    const past = sums(table([7n, 7n], [2n ** 63n - 1n, 1n]), cpu);
    await expect(past).rejects.toMatchObject({ code: 'GroupError', column: 'total' });
    await expect(past).rejects.toThrow('the sum of the group with "k" 7');
  });

  test('takes streams of batches, and reports the batch of a failing row', async () => {
    const { sums } = prepare();
    const [first, second] = [...table([1n], [1n]).batches, ...table([1n], [-1n]).batches];
    expect(rowsOf(await sums.stream([first, first] as never, cpu))).toEqual([{ k: 1n, total: 2n }]);
    await expect(sums.stream([first, second] as never, cpu)).rejects.toMatchObject({ row: 1, batch: 1 });
  });

  test('leaves out rows that fail, with onError', async () => {
    const { sums } = prepare();
    const { result, failedRows } = await sums(table([1n, 2n], [1n, -1n]), { ...cpu, onError: 'collect' });
    expect([rowsOf(result), failedRows]).toEqual([[{ k: 1n, total: 1n }], 1]);
  });

  test('stops at its signal', async () => {
    const { sums, calls } = prepare();
    const stop = new AbortController();
    const running = sums(table([1n], [1n]), { ...cpu, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(calls.at(-1)).toEqual(['releaseAggregation']);
  });
});

describe('an aggregate of columns on a GPU', () => {
  const cuda = { backend: 'cuda' } as const;

  test('runs its own kernels piece by piece', async () => {
    const { sums, calls } = prepare();
    const two = table([2n, 1n], [5n, 6n]).concat(table([2n], [7n]));
    expect(rowsOf(await sums(two, cuda))).toEqual([
      { k: 1n, total: 6n },
      { k: 2n, total: 12n },
    ]);
    expect(calls.map(([call]) => call)).toEqual([
      'aggregation',
      'aggregate',
      'aggregate',
      'groups',
      'releaseAggregation',
    ]);
    expect(calls[0]).toEqual(['aggregation', 'cuda']);
  });

  test('reports the row that fails', async () => {
    const { sums, calls } = prepare();
    const two = table([2n, 1n], [5n, 6n]).concat(table([2n, 3n], [7n, -1n]));
    await expect(sums(two, cuda)).rejects.toMatchObject({ code: 'RowError', row: 3 });
    expect(calls.at(-1)).toEqual(['releaseAggregation']);
  });

  test('gets the text of dictionaries, whose values are the groups', async () => {
    const given: unknown[] = [];
    const { countries } = prepare({
      async aggregate(_, __, length, columns) {
        const { indices, values, offsets } = columns[0] as InputBuffers;
        given.push([indices, length, Buffer.from(values as Uint8Array).toString(), [...(offsets ?? [])]]);
        return {};
      },
    });
    const country = vectorFromArray(['de', null, 'fr', 'de'], new Dictionary(new Utf8(), new Int32()));
    await countries({ country }, cuda);
    expect(given).toEqual([[undefined, 4, 'defrde', [0, 2, 2, 4, 6]]]);
  });

  test('runs on the CPU if it has no kernels, unless the call insists', async () => {
    const refuse = () => {
      throw Object.assign(new Error('none'), { code: 'InvalidArgument' });
    };
    const made: string[] = [];
    const { sums } = prepare({
      aggregation(_, backend) {
        made.push(backend);
        return refuse();
      },
    });
    await expect(sums(table([1n], [1n]), cuda)).rejects.toThrow('no kernels group these rows');
    await expect(sums(table([1n], [1n]))).rejects.toThrow('none');
    expect(made).toEqual(['cuda', 'cuda', 'cpu']);
  });

  test('leaves out rows that fail, on the CPU', async () => {
    const { sums, calls } = prepare();
    const { result } = await sums(table([1n, 2n], [1n, -1n]), { ...cuda, onError: 'collect' });
    expect([rowsOf(result), calls[0]]).toEqual([[{ k: 1n, total: 1n }], ['aggregation', 'cpu']]);
  });
});

describe('lines on a native backend', () => {
  test('are parts of a text, the last of which is marked as final', async () => {
    const { words, calls } = prepare();
    const expected = [
      { word: 'a', n: 2n },
      { word: 'b', n: 1n },
    ];
    expect(rowsOf(await words([bytes('\uFEFFa\nb'), bytes('\na')], cpu))).toEqual(expected);
    expect(calls.slice(1, 4)).toEqual([
      ['aggregateLines', { bytes: 3, final: false }],
      ['aggregateLines', { bytes: 2, final: false }],
      ['aggregateLines', { bytes: 0, final: true }],
    ]);
  });

  test('are reported by number if they fail', async () => {
    const { words } = prepare();
    const failing = words(bytes('a\n\nb\n'), cpu);
    await expect(failing).rejects.toMatchObject({ code: 'RowError', row: 1 });
    await expect(failing).rejects.toThrow('words: line 2: the row function threw Error: no word');
  });

  test('are read from files by native code, with the errors of Node', async () => {
    const { words } = prepare();
    const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-files-'));
    const file = path.join(folder, 'words.txt');
    writeFileSync(file, 'a\nb\na');
    const told: Progress[] = [];
    const groups = await words({ file }, { ...cpu, onProgress: (progress) => told.push(progress) });
    expect(rowsOf(groups)).toEqual([
      { word: 'a', n: 2n },
      { word: 'b', n: 1n },
    ]);
    expect(told).toEqual([{ bytes: 5, totalBytes: 5, rows: 3 }]);
    const missing = path.join(folder, 'none');
    await expect(words({ file: missing }, cpu)).rejects.toMatchObject({ code: 'ENOENT', path: missing });
  });

  test('of a file end the call with the error of its progress callback, and affect no other call', async () => {
    const { words, calls } = prepare({
      aggregateFile: () => new Promise(() => {}),
      aggregationProgress: () => ({ bytes: 2, total: 5, rows: 1 }),
    });
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'rowfuse-files-')), 'words.txt');
    writeFileSync(file, 'a\nb\na');
    const onProgress = () => {
      throw new Error('no more');
    };
    await expect(words({ file }, { ...cpu, onProgress })).rejects.toThrow('no more');
    expect(calls.at(-1)).toEqual(['releaseAggregation']);
    expect(rowsOf(await words(bytes('a'), cpu))).toEqual([{ word: 'a', n: 1n }]);
  });

  test('of a vector of texts are rows', async () => {
    const { words, calls } = prepare();
    const texts = tableFromArrays({ text: ['a\nb', 'a'] }).getChild('text');
    expect(rowsOf(await words(texts as never, cpu))).toEqual([
      { word: 'a', n: 2n },
      { word: 'b', n: 1n },
    ]);
    expect(calls.filter(([call]) => call === 'aggregate').length).toBe(1);
  });
});
