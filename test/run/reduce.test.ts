import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configure } from '@rowfuse/runtime';
import { makeVector, Table, Utf8, vectorFromArray } from 'apache-arrow';
import { afterAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../aggregate/compiled.js';
import { backendsUnderTest } from '../backends.js';
import { type BuiltCall, builtCalls } from './built-transforms.js';
import { failureOf, outcomeOf } from './outcome.js';

/** User-defined aggregates over more rows than a block has. */
const blockRows = 65_536;

const calls = await builtCalls();
const natives = backendsUnderTest.filter((backend) => backend === 'cpu');

afterAll(() => configure({ threads: undefined, tileRows: undefined }));

describe('aggregates of blocks of rows', () => {
  for (const backend of natives) {
    it(`have the same bits on ${backend} for any threads, tiles and batches`, async () => {
      const tables = randomTables(4 * blockRows + 777);
      const names = ['reducedOrder', 'reducedMeans'] as const;
      const expected = names.map((name) => outcomeOf(named(name).reference(tables[name] as never)));
      for (const [threads, tileRows] of [
        [1, 64],
        [2, 4096],
        [3, 448],
        [4, 65_536],
      ] as const) {
        configure({ threads, tileRows });
        for (const cuts of [[], [1], [blockRows - 1, blockRows], [70_001, 70_002, 70_131, 200_000]]) {
          for (const [place, name] of names.entries()) {
            const batches = inBatches(tables[name], cuts);
            expect(outcomeOf(await named(name)(batches as never, { backend }))).toEqual(expected[place]);
          }
        }
      }
    });

    it(`number filtered and expanded rows by the input, on ${backend}`, async () => {
      configure({ threads: 3, tileRows: 512 });
      const rows = blockRows + 5000;
      const key = Int8Array.from({ length: rows }, (_, row) => (row * 31) % 3);
      const n = Int32Array.from({ length: rows }, (_, row) => row);
      const byKey = (table: unknown) => rowsOf(table as Table).sort((a, b) => Number(a.key) - Number(b.key));
      for (const name of ['reducedOfSome', 'reducedOfMany']) {
        const expected = byKey(named(name).reference({ key, n } as never));
        expect(byKey(await named(name)({ key, n } as never, { backend }))).toEqual(expected);
      }
    });

    it(`of lines are the same on ${backend}, wherever parts of the text end`, async () => {
      configure({ threads: 2 });
      const text = Buffer.from(
        Array.from({ length: 150_000 }, (_, row) => `${'abc'[row % 3]};${row % 1009}\n`).join(''),
      );
      const expected = outcomeOf(named('reducedLines').reference(text));
      expect(outcomeOf(await named('reducedLines')(text, { backend }))).toEqual(expected);
      const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-reduce-'));
      const file = path.join(folder, 'lines.txt');
      writeFileSync(file, `\uFEFF${text.toString()}`);
      expect(outcomeOf(await named('reducedLines')({ file }, { backend }))).toEqual(expected);
      rmSync(folder, { recursive: true });
      const parts = Array.from({ length: 10 }, (_, part) =>
        text.subarray(part * 99_999, part === 9 ? undefined : (part + 1) * 99_999),
      );
      expect(outcomeOf(await named('reducedLines')(parts, { backend }))).toEqual(expected);
    });
  }

  it('are merged in order, once per block that has rows of the group', () => {
    const n = Uint32Array.from({ length: 3 * blockRows }, (_, row) => row);
    const key = vectorFromArray(
      Array.from(n, (row) => (row >= blockRows && row < 2 * blockRows ? 'all' : 'all but one')),
    );
    const table = named('reducedOrder').reference({ key, n } as never) as unknown as Table;
    const merges = rowsOf(table).map(({ key: name, digest }) => [name, Math.floor(Number(digest) / 2 ** 44)]);
    expect(merges).toEqual([
      ['all', 0],
      ['all but one', 1],
    ]);
  });
});

describe('functions that fail', () => {
  const reducedSmall = named('reducedSmall');
  const table = (n: readonly number[], at: Readonly<Record<number, number>> = {}, rows = n.length) => {
    const column = new Int32Array(rows);
    column.set(n);
    for (const [row, value] of Object.entries(at)) column[Number(row)] = value;
    return { key: new Int8Array(rows), n: column } as never;
  };
  const cases = [
    [
      'a state that does not fit',
      table([1, 2, 100, 50, 77]),
      'RowError',
      3,
      '`step` gave a value for "sum" of its state that int8 does not hold',
    ],
    ['a step that throws', table([1, 2, 77, 100]), 'RowError', 2, '`step` threw an error'],
    ['one of a later block', table([], { 65600: 77 }, 70_000), 'RowError', 65_600, '`step` threw an error'],
    ['the first of several', table([], { 65600: 77, 69000: 77 }, 140_000), 'RowError', 65_600, '`step` threw an error'],
    [
      'a merge',
      table([100], { 66000: 100 }, 70_000),
      'GroupError',
      undefined,
      '`merge` gave a value for "sum" of its state that int8 does not hold',
    ],
    [
      'an answer that does not fit',
      table([50, 20]),
      'GroupError',
      undefined,
      '`finish` gave a value that int8 does not hold',
    ],
    [
      'a finish that throws',
      table([50, 49]),
      'GroupError',
      undefined,
      'of the group with "key" 0: `finish` threw an error',
    ],
  ] as const;
  for (const backend of ['js', ...natives] as const) {
    it.each(cases)(`are reported on ${backend}: %s`, async (_, input, kind, row, what) => {
      configure({ threads: 3, tileRows: 64 });
      const failure = await reducedSmall(input, { backend }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: kind, ...(row !== undefined && { row }) });
      expect((failure as Error).message).toContain(what);
      expect(failureOf(failure)).toEqual(failureOf(attempt(() => reducedSmall.reference(input))));
      // The next call works.
      expect(rowsOf((await reducedSmall(table([3]), { backend })) as never)).toEqual([{ key: 0, sum: 6 }]);
    });
  }

  for (const backend of ['js', ...natives] as const) {
    it.each([
      ['a line that no state takes', { 70001: 'a;12345.5' }, 70_001],
      ['the last line, without its end', { 149999: 'a;12345.5' }, 149_999],
      ['one before a line that fails', { 70001: 'a;12345.5', 70002: 'none' }, 70_001],
      ['one behind it', { 70001: 'none', 70002: 'a;12345.5' }, 70_001],
      ['bytes that are no text', { 70001: '\u0001', 70002: 'a;12345.5' }, 70_001],
    ])(`are reported with their line on ${backend}: %s`, async (_, changed: Readonly<Record<number, string>>, row) => {
      configure({ threads: 3 });
      const lines = Array.from({ length: 150_000 }, (__, at) => changed[at] ?? `${'abc'[at % 3]};${at % 7}`);
      const text = Buffer.from(lines.join('\r\n'));
      const at = text.indexOf(1);
      if (at >= 0) text[at] = 0xff;
      const call = named('reducedLineSums');
      const expected = failureOf(attempt(() => call.reference(text)));
      expect(expected).toMatchObject({ code: 'RowError', message: expect.stringContaining(`line ${row + 1}`) });
      expect(failureOf(await call(text, { backend }).catch((error: unknown) => error))).toEqual(expected);
      const parts = [text.subarray(0, 300_001), text.subarray(300_001, 700_000), text.subarray(700_000)];
      expect(failureOf(await call(parts, { backend }).catch((error: unknown) => error))).toEqual(expected);
      expect(rowsOf((await call(Buffer.from('a;1\na;2'), { backend })) as never)).toEqual([{ name: 'a', sum: 3 }]);
    });
  }

  it('keep values out of messages on request', () => {
    const failure = attempt(() => reducedSmall.reference(table([50, 49]), { valuesInErrors: false })) as Error;
    expect(failure.message).not.toContain('99');
    expect(failure.cause).toBeUndefined();
    const told = attempt(() => reducedSmall.reference(table([50, 49]))) as Error;
    expect(told.cause).toMatchObject({ message: 'no 99' });
  });
});

function named(name: string): BuiltCall['run'] {
  const found = calls.find((call) => call.name === name);
  if (found === undefined) throw new Error(`no ${name} is built`);
  return found.run;
}

function attempt(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

/** Columns of both samples, of pseudorandom values, with nulls. */
function randomTables(rows: number): Readonly<Record<'reducedOrder' | 'reducedMeans', Table>> {
  const random = mulberry32(20_26);
  const words = Array.from({ length: 101 }, (_, place) => `a key of more than 23 bytes, number ${place}`);
  const key = Array.from({ length: rows }, () =>
    random() < 0.05 ? null : (words[Math.floor(random() * words.length)] ?? null),
  );
  return {
    reducedOrder: new Table({
      key: vectorFromArray(key, new Utf8()),
      n: makeVector(Uint32Array.from({ length: rows }, () => random() * 2 ** 32)),
    }),
    reducedMeans: new Table({
      key: makeVector(Int8Array.from({ length: rows }, () => random() * 4)),
      price: makeVector(Float64Array.from({ length: rows }, () => (random() - 0.5) * 10 ** (random() * 12))),
      volume: makeVector(Float32Array.from({ length: rows }, () => random())),
    }),
  };
}

/** Cuts the rows into batches that end before these. */
function inBatches(table: Table, cuts: readonly number[]): Table {
  const ends = [...cuts, table.numRows];
  return new Table(ends.flatMap((end, place) => table.slice(place === 0 ? 0 : cuts[place - 1], end).batches));
}

/** A generator with 32 bits of state, by T. Ettinger: the same numbers in every run. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
