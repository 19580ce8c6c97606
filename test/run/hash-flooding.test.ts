import { Binary, Int64, makeData, type Table, Utf8, Vector } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { type BuiltCall, builtCalls } from './built-transforms.js';
import { hasKernels } from './has-kernels.js';

const calls = new Map((await builtCalls()).map((call) => [call.name, call]));

function aggregateNamed(name: string): BuiltCall {
  const call = calls.get(name);
  if (!call) throw new Error(`No aggregate ${name} is built`);
  return call;
}

/** Rows of the result of an aggregate over columns or lines. */
async function rowsOf(name: string, input: unknown, backend: string): Promise<Table> {
  return (await aggregateNamed(name).run(input as never, { backend } as never)) as unknown as Table;
}

function numbers(values: BigInt64Array): Vector<Int64> {
  return new Vector([makeData({ type: new Int64(), length: values.length, data: values, nullCount: 0 })]);
}

/** Consecutive values of one size. */
function pieces(type: Utf8 | Binary, data: Uint8Array, size: number): Vector {
  const length = data.length / size;
  const valueOffsets = Int32Array.from({ length: length + 1 }, (_, row) => row * size);
  const parts = { length, valueOffsets, data, nullCount: 0 };
  return type instanceof Utf8 ? new Vector([makeData({ type, ...parts })]) : new Vector([makeData({ type, ...parts })]);
}

const rows = 120_000;

/**
 * Keys of 110 bytes. Their first word made a factor of a constant hash 0, so that the next word did not count. Line ends follow if they
 * are lines.
 */
function absorbingTexts(end = ''): Uint8Array {
  const size = 110 + end.length;
  const bytes = Buffer.alloc(rows * size, 'r');
  for (let row = 0; row < rows; row++) {
    bytes.set([0x0c, 0x5d, 0x59, 0x2c, 0x2f, 0x7e, 0x3c, 0x6a], row * size);
    bytes.write(String(row).padStart(8, '0'), row * size + 8);
    bytes.write(end, row * size + 110);
  }
  return bytes;
}

// A hash whose constants attackers know: its mixing constant, its multiplier, and its start.
const whitening = 0x2d358dccaa6c78a5n;
const factor = 0x8bb84b93962eacc9n;
const start = 0x4b33a62ed433d4a3n;

function mixed(hash: bigint, word: bigint): bigint {
  const product = BigInt.asUintN(64, hash ^ word ^ whitening) * factor;
  return (product >> 64n) ^ BigInt.asUintN(64, product);
}

/** Multiples of a number whose product with the factor was nearly a multiple of 2^64: the upper 14 bits of all hashes were 0. */
function collidingAbove(): BigInt64Array {
  return BigInt64Array.from({ length: rows }, (_, row) => (BigInt(row) * 0x38d2fa31n) ^ start ^ whitening);
}

/** Sums of multiples of two such numbers, times 2^18: the lower 18 bits of all hashes were 0. */
function collidingBelow(): BigInt64Array {
  return BigInt64Array.from({ length: rows }, (_, row) => {
    const sum = BigInt(row >> 6) * 0x38d2fa31n + BigInt(row & 63) * 0x1084ecd25n;
    return (sum << 18n) ^ start ^ whitening;
  });
}

/** Words of which each cancels the hash of the one before: the hashes were equal in every bit. */
function takenBack(begin: bigint): readonly [BigInt64Array, BigInt64Array] {
  const first = BigInt64Array.from({ length: rows }, (_, row) => BigInt(row));
  return [first, first.map((word) => mixed(begin, word) ^ 0x1234_5678n)];
}

/** Their bytes, side by side. */
function sideBySide(words: readonly BigInt64Array[]): Uint8Array {
  const both = BigInt64Array.from(
    { length: rows * words.length },
    (_, at) => (words[at % words.length] as BigInt64Array)[Math.floor(at / words.length)] as bigint,
  );
  return new Uint8Array(both.buffer);
}

// Each case took quadratic time, half a minute to two minutes at this size, and takes 0.1 s.
describe('keys that somebody has chosen to collide take no longer than others', () => {
  const most = 10_000;
  const timed = async (name: string, input: unknown, backend: string): Promise<Table> => {
    const start = performance.now();
    const table = await rowsOf(name, input, backend);
    expect(performance.now() - start).toBeLessThan(most);
    return table;
  };
  // V8 has its own seed.
  for (const backend of backendsUnderTest.filter((one) => one !== 'js')) {
    it(`as lines on ${backend}`, async () => {
      expect((await timed('chosenLines', absorbingTexts('\n'), backend)).numRows).toBe(rows);
    });

    it(`as texts on ${backend}`, async ({ skip }) => {
      if (backend === 'cuda' && !(await hasKernels(aggregateNamed('chosenTexts')))) skip();
      const input = { s: pieces(new Utf8(), absorbingTexts(), 110), n: numbers(new BigInt64Array(rows)) };
      expect((await timed('chosenTexts', input, backend)).numRows).toBe(rows);
    });

    it(`as numbers on ${backend}`, async () => {
      expect((await timed('chosenNumbers', { n: numbers(collidingAbove()) }, backend)).numRows).toBe(rows);
    });

    it(`as pairs of numbers on ${backend}`, async () => {
      const [n, m] = takenBack(start).map(numbers);
      const input = { n, m };
      expect((await timed('chosenPairs', input, backend)).numRows).toBe(rows);
    });

    it(`as different values on ${backend}`, async ({ skip }) => {
      if (backend === 'cuda' && !(await hasKernels(aggregateNamed('chosenValues')))) skip();
      const bytes = sideBySide(takenBack(start + 16n));
      const input = { b: pieces(new Binary(), bytes, 16), n: numbers(collidingBelow()) };
      const table = await timed('chosenValues', input, backend);
      expect(table.get(0)?.toJSON()).toEqual({ bytes: BigInt(rows), numbers: BigInt(rows) });
    });
  }
});
