import { configure, OptionError } from '@rowfuse/runtime';
import { Bool, type Data, makeVector, Table, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { nativeBackends, transformNamed } from './calls.js';
import { buffersOf, text } from './columns.js';

const redact = transformNamed('redact');
const maskEmail = transformNamed('maskEmail');
const coalesced = transformNamed('coalesced');

function names(rows: number, letter: string) {
  const name = text(Array.from({ length: rows }, (_, row) => `${letter.repeat(row % 30)} L`));
  return { name, visibility: text(Array.from({ length: rows }, (_, row) => (row % 3 ? 'public' : 'private'))) };
}

type Result = Vector | Table;

const dataOf = (result: Result): readonly Data[] =>
  result instanceof Table ? result.batches.flatMap(({ data }) => data.children) : result.data;
const memoryOf = (result: Result) =>
  dataOf(result).flatMap(({ values, valueOffsets, nullBitmap, nullCount }) => [
    values?.buffer,
    valueOffsets?.buffer,
    ...(nullCount > 0 ? [nullBitmap?.buffer] : []),
  ]);

/** True if these are the buffers of the result. */
const isMadeOf = (result: Result, memory: readonly unknown[]) =>
  memoryOf(result).every((buffer, index) => buffer === memory[index]);

function expectSame(actual: Result, expected: Result): void {
  const others = buffersOf(expected);
  buffersOf(actual).forEach((buffers, index) => {
    for (const [kind, bytes] of Object.entries(buffers)) expect(others[index]?.[kind]?.equals(bytes), kind).toBe(true);
  });
}

describe.each(nativeBackends)('%s: the option out', (backend) => {
  it('reuses an earlier result of the same size', async () => {
    const rows = 30_000;
    for (const threads of [1, 3]) {
      configure({ threads, tileRows: 512 });
      const first = await redact(names(rows, 'a'), { backend });
      const memory = memoryOf(first);
      const second = await redact(names(rows, 'b'), { backend, out: first });
      expectSame(second, redact.reference(names(rows, 'b')));
      expect(isMadeOf(second, memory)).toBe(true);
      // The earlier result has memory to spare, so it fits both fewer rows and as many as before.
      const third = await redact(names(100, 'c'), { backend, out: second });
      expectSame(third, redact.reference(names(100, 'c')));
      expect(isMadeOf(third, memory)).toBe(true);
      const fourth = await redact(names(rows, 'd'), { backend, out: third });
      expectSame(fourth, redact.reference(names(rows, 'd')));
      expect(isMadeOf(fourth, memory)).toBe(true);
    }
  });

  it('allocates if the earlier result is too small or was transferred', async () => {
    const small = await redact(names(10, 'a'), { backend });
    const large = await redact(names(40_000, 'b'), { backend, out: small });
    expectSame(large, redact.reference(names(40_000, 'b')));
    const memory = memoryOf(large);
    const slightlyLarger = await redact(names(42_000, 'c'), { backend, out: large });
    expectSame(slightlyLarger, redact.reference(names(42_000, 'c')));
    expect(isMadeOf(slightlyLarger, memory)).toBe(false);
    structuredClone(0, { transfer: memoryOf(slightlyLarger) as ArrayBuffer[] });
    const after = await redact(names(42_000, 'd'), { backend, out: slightlyLarger });
    expectSame(after, redact.reference(names(42_000, 'd')));
  });

  it('reuses results with nullable columns, several columns and chunks', async () => {
    const emails = (domain: string) => ({
      email: text(Array.from({ length: 700 }, (_, row) => (row % 3 ? `someone${row}@${domain}` : null))),
    });
    const masked = await maskEmail(emails('example.com'), { backend });
    const again = await maskEmail(emails('example.org'), { backend, out: masked });
    expectSame(again, maskEmail.reference(emails('example.org')));
    expect(isMadeOf(again, memoryOf(masked))).toBe(true);

    const columns = (shift: number) => ({
      s: text(Array.from({ length: 300 }, (_, row) => ((row + shift) % 3 ? null : `s${row}`))),
      t: text(Array.from({ length: 300 }, (_, row) => ((row + shift) % 2 ? null : `t${row + shift}`))),
      n: makeVector(Float64Array.from({ length: 300 }, (_, row) => row + shift)),
      b: vectorFromArray(new Array<boolean>(300).fill(shift === 0), new Bool()),
    });
    const first = await coalesced(columns(0), { backend });
    const second = await coalesced(columns(1), { backend, out: first });
    expectSame(second, coalesced.reference(columns(1)));

    const input = names(900, 'x');
    const chunked = new Table({
      name: input.name.slice(0, 400).concat(input.name.slice(400)),
      visibility: input.visibility.slice(0, 400).concat(input.visibility.slice(400)),
    });
    const inChunks = await redact(chunked, { backend });
    expect((await redact(chunked, { backend, out: inChunks })).toArray()).toEqual(redact.reference(chunked).toArray());
  });

  it('stays usable after a call that failed', async () => {
    const out = await redact(names(1000, 'a'), { backend });
    const broken = names(1000, 'b');
    broken.name.data[0]?.values.fill(0xff, 900, 910);
    await expect(redact(broken, { backend, out })).rejects.toThrow('UTF-8');
    const result = await redact(names(1000, 'c'), { backend, out });
    expectSame(result, redact.reference(names(1000, 'c')));
  });

  it('refuses anything but an earlier result, a result in use, and the input', async () => {
    const refused = async (input: Record<string, Vector>, out: unknown, message: string) => {
      const rejection = redact(input, { backend, out: out as Vector });
      await expect(rejection).rejects.toThrow(OptionError);
      await expect(rejection).rejects.toThrow(message);
    };
    const input = names(50, 'a');
    const result = (await redact(input, { backend })) as Vector;
    const masked = await maskEmail({ email: text(['a@b.c']) }, { backend });
    await refused(input, {}, 'out must be an earlier result of redact');
    await refused(input, input.name, 'out must be an earlier result of redact');
    await refused(input, masked, 'out must be an earlier result of redact');
    await refused(input, result.slice(0, 10), 'out must be an earlier result of redact');
    await refused({ ...input, name: result }, result, 'out shares memory with the input');
    await refused({ ...input, name: result.slice(0) }, result, 'out shares memory with the input');
    const copied = await redact({ ...input, name: result }, { backend, out: result, copyInputs: true });
    expect((copied as Vector).length).toBe(50);
    const running = redact(input, { backend, out: result });
    await refused(input, result, 'out is in use by another call');
    expect((await running).toArray()).toEqual(redact.reference(input).toArray());
    await redact(input, { backend, out: result });
  });
});
