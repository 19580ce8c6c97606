import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Backend, configure, MemoryError } from '@rowfuse/runtime';
import {
  Table as ArrowTable,
  Dictionary,
  Float64,
  Int32,
  makeVector,
  type RecordBatch,
  type Table,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { afterAll, describe, expect, it } from 'vitest';
import type { Addon } from '../../runtime/backend/addon.js';
import { backendsUnderTest } from '../backends.js';
import { root } from '../root.js';
import { builtCalls, builtToDevice, builtTransforms } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

/** Under any limit a call returns its whole result or rejects with a MemoryError, and leaves no memory behind. */
const file = path.join(root, `test/.build/native/${process.platform}-${process.arch}/rowfuse.node`);
const addon: Addon = createRequire(file)(file);
const toDevice = await builtToDevice();
type Run = (input: unknown, options?: object) => Promise<Vector | Table>;
const found = new Map([...(await builtTransforms()), ...(await builtCalls())].map(({ name, run }) => [name, run]));
function call(name: string): Run & { stream(source: unknown, options?: object): AsyncIterable<RecordBatch> } {
  const run = found.get(name);
  if (run === undefined) throw new Error(`no ${name} is built`);
  return run as unknown as ReturnType<typeof call>;
}
const unlimited = () => configure({ memoryLimit: Number.MAX_SAFE_INTEGER });
afterAll(unlimited);

const times = <Value>(count: number, make: (row: number) => Value): Value[] =>
  Array.from({ length: count }, (_, row) => make(row));
const texts = (values: readonly (string | null)[]) => vectorFromArray(values, new Utf8());
const integers = (values: readonly number[]) => vectorFromArray(values, new Int32());
const doubles = (values: readonly number[]) => vectorFromArray(values, new Float64());
const long = 'a text of some length, ';
const encode = (text: string) => new TextEncoder().encode(text);

const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-memory-limit-'));
const written = path.join(folder, 'lines');
const lines = times(20_000, (row) => `line ${row * 7919} of many;${row % 100}`).join('\n');
writeFileSync(written, lines);
/** One line that comes in many parts. */
async function* longLine() {
  for (let part = 0; part < 64; part += 1) yield encode('x'.repeat(65_536));
  yield encode('\nend');
}

interface Case {
  readonly name: string;
  readonly run: (options: { readonly backend: Backend }) => Promise<Vector | Table | null>;
  /** The result is small, so only native code counts the memory that the call takes meanwhile. */
  readonly onlyNative?: true;
  /** The GPU has no kernels for it. */
  readonly notOnGpu?: true;
}

const cases: readonly Case[] = [
  {
    name: 'numbers',
    run: (options) => call('copiedNumbers')({ x: new Float64Array(60_000).map((_, row) => row - 9) }, options),
  },
  {
    name: 'plain arrays',
    run: (options) => call('copiedNumbers')({ x: times(20_000, (row) => row / 7) }, options),
  },
  {
    name: 'inputs that are copied',
    run: (options) =>
      call('copiedNumbers')({ x: doubles(times(20_000, (row) => row)) }, { ...options, copyInputs: true }),
  },
  {
    name: 'texts that are repeated',
    run: (options) =>
      call('textManyTimes')(
        { s: texts(times(200, () => long)), times: integers(times(200, (row) => row * 5)) },
        options,
      ),
  },
  {
    name: 'texts that grow in a loop',
    onlyNative: true,
    run: (options) =>
      call('doublingText')({ s: texts(times(3, () => long)), times: integers(times(3, () => 15)) }, options),
  },
  {
    name: 'offsets in 64 bits',
    run: (options) => call('widenedText')({ s: texts(times(20_000, (row) => `${row}`)) }, options),
  },
  {
    name: 'a filter and an expansion',
    run: (options) =>
      call('repeatedRows')({ s: texts(times(1000, () => long)), times: integers(times(1000, (row) => row)) }, options),
  },
  {
    name: 'lists',
    run: (options) =>
      call('listOfOneText')({ s: texts(times(3000, () => long)), times: integers(times(3000, (row) => row)) }, options),
  },
  {
    name: 'windows',
    run: (options) =>
      call('windowedSums')(
        {
          key: integers(times(10_000, (row) => row % 10)),
          x: doubles(times(10_000, (row) => row)),
          s: texts(times(10_000, (row) => (row % 9 === 0 ? null : `${row}`))),
        },
        options,
      ),
  },
  {
    name: 'rows that fail',
    run: (options) =>
      call('tolerantText')(
        {
          s: texts(times(12_000, (row) => 'x'.repeat(row % 9))),
          n: doubles(times(12_000, () => 1)),
          flag: vectorFromArray(times(12_000, () => true)),
        },
        { ...options, onError: 'null' },
      ),
  },
  {
    name: 'dictionaries',
    run: (options) => {
      const entries = vectorFromArray(
        times(50, (row) => `${long}${row}`),
        new Utf8(),
      );
      const type = new Dictionary(new Utf8(), new Int32());
      const data = new Int32Array(40_000).map((_, row) => row % 50);
      return call('dictionaryUpper')(
        { country: makeVector({ type, data, dictionary: entries, length: data.length } as never) },
        options,
      );
    },
  },
  {
    name: 'many groups',
    run: (options) => call('manyGroups')({ key: new Int32Array(20_000).map((_, row) => row * 31) }, options),
  },
  {
    name: 'values that groups keep',
    notOnGpu: true,
    run: (options) =>
      call('keptValues')(
        {
          key: texts(times(12_000, (row) => `key ${row % 7}`)),
          x: doubles(times(12_000, (row) => row)),
          s: texts(times(12_000, (row) => `${long}${row}`)),
        },
        options,
      ),
  },
  { name: 'lines of bytes', run: (options) => call('linesAsRows')(encode(lines), options) },
  { name: 'lines of a file', run: (options) => call('linesAsRows')({ file: written }, options) },
  { name: 'groups of lines', run: (options) => call('lineGroups')(encode(lines), options) },
  { name: 'groups of lines of a file', run: (options) => call('lineGroups')({ file: written }, options) },
  { name: 'a line that comes in parts', run: (options) => call('lineGroups')(longLine(), options) },
  { name: 'a line that comes in parts, as a row', run: (options) => call('linesAsRows')(longLine(), options) },
  {
    name: 'a stream',
    run: async (options) => {
      const batch = new ArrowTable({ s: texts(times(9000, () => long)) }).batches[0];
      const source = times(3, () => batch);
      const batches: RecordBatch[] = [];
      for await (const made of call('widenedText').stream(source, options)) batches.push(made);
      return new ArrowTable(batches);
    },
  },
  {
    name: 'device tables',
    run: async (options) => {
      using table = await toDevice({ x: doubles(times(20_000, (row) => row)) }, options);
      using made = (await call('copiedNumbers')(table)) as unknown as Awaited<ReturnType<typeof toDevice>>;
      return made.toArrow();
    },
  },
];

function nothingIsHeld(): void {
  expect(addon.memory()).toEqual({ heldBytes: 0, forgottenBytes: 0 });
}

/** Returns the bytes of the memory behind a result. */
function bytesOf(result: Vector | Table): number {
  const buffers = new Set<ArrayBufferLike>();
  const add = (data: { readonly buffers: readonly unknown[]; readonly children: readonly unknown[] }) => {
    for (const view of data.buffers) if (ArrayBuffer.isView(view)) buffers.add(view.buffer);
    for (const child of data.children) add(child as typeof data);
  };
  const data = 'batches' in result ? result.batches.map((batch) => batch.data) : result.data;
  for (const one of data) add(one as never);
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

for (const backend of backendsUnderTest) {
  // On a GPU the limit counts the scratch memory of all threads that run concurrently.
  const largest = backend === 'cuda' ? 2 ** 34 : 2 ** 28;
  describe(`the memory limit on ${backend}`, () => {
    it.each(
      cases.filter(
        ({ onlyNative, notOnGpu }) => backend === 'cpu' || !(onlyNative || (backend === 'cuda' && notOnGpu)),
      ),
    )('bounds $name', async ({ name, run }) => {
      unlimited();
      const whole = await run({ backend });
      if (whole === null) throw new Error('no result');
      const expected = outcomeOf(whole);
      const own = bytesOf(whole);
      const enough: number[] = [];
      const tooFew: number[] = [];
      for (let limit = 2 ** 14; limit <= largest; limit *= 4) {
        configure({ memoryLimit: limit });
        try {
          const result = await run({ backend });
          // toEqual takes seconds for this many values.
          expect(isDeepStrictEqual(result && outcomeOf(result), expected)).toBe(true);
          enough.push(limit);
        } catch (error) {
          if (!(error instanceof MemoryError)) throw error;
          tooFew.push(limit);
          if (error.limit === undefined && backend === 'cuda') continue;
          expect(error).toMatchObject({ code: 'MemoryError', limit });
          expect(error.requested).toBeGreaterThan(limit);
          expect(error.message).toContain('configure({ memoryLimit');
          expect(error.message).toContain('Pass fewer rows per call');
        }
        nothingIsHeld();
      }
      expect(tooFew.length).toBeGreaterThan(0);
      expect(enough.length).toBeGreaterThan(0);
      // A limit that suffices once suffices for more.
      expect(Math.max(...tooFew)).toBeLessThan(Math.min(...enough));
      if (name !== 'a stream') expect(Math.min(...enough)).toBeGreaterThanOrEqual(own);
      if (process.env.ROWFUSE_SHOW !== undefined)
        console.log(backend, name, own, Math.min(...enough), Math.min(...enough) / own);
    });

    it('leaves nothing behind after many refused calls', async () => {
      const input = { s: texts(times(200, () => long)), times: integers(times(200, (row) => row * 5)) };
      const grouped = { key: new Int32Array(20_000).map((_, row) => row) };
      configure({ memoryLimit: 2 ** 17 });
      for (let round = 0; round < 20; round += 1) {
        await expect(call('textManyTimes')(input, { backend })).rejects.toBeInstanceOf(MemoryError);
        await expect(call('manyGroups')(grouped, { backend })).rejects.toBeInstanceOf(MemoryError);
      }
      nothingIsHeld();
      unlimited();
      await expect(call('textManyTimes')(input, { backend })).resolves.toHaveLength(200);
    });

    it('applies to each call separately', async () => {
      const input = { x: new Float64Array(100_000) };
      configure({ memoryLimit: 3 * 2 ** 20 });
      await Promise.all(
        times(8, () => call('copiedNumbers')(input, { backend: backend === 'cuda' ? 'cpu' : backend })),
      );
      nothingIsHeld();
    });
  });
}

describe('the reference', () => {
  it('has the same limit', async () => {
    const run = call('copiedNumbers') as unknown as { reference(input: unknown): Table };
    const input = { x: new Float64Array(100_000) };
    configure({ memoryLimit: 2 ** 20 });
    expect(() => run.reference(input)).toThrow(MemoryError);
    unlimited();
    expect(run.reference(input).numRows).toBe(100_000);
  });
});
