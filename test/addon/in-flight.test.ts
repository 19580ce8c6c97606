import { stat } from 'node:fs/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { configure, RowfuseError } from '@rowfuse/runtime';
import { makeVector, type Table, type Vector } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { outcomeOf } from '../run/outcome.js';
import { expectReference, nativeBackends, transformNamed } from './calls.js';
import { repeated, text, textBuffers, textOf } from './columns.js';

const redact = transformNamed('redact');
const narrow = transformNamed('narrow');
const maskEmail = transformNamed('maskEmail');

const names = (rows: number) =>
  Array.from({ length: rows }, (_, row) => ['Ada Lovelace', 'Bo', 'José Ñandú', '😀 grin', ''][row % 5] ?? '');
const small = { name: text(names(500)), visibility: repeated('public', 500) };

/** Numbers that look random but are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

for (const backend of backendsUnderTest) {
  describe(backend, () => {
    it('gives each of many concurrent calls its own result, including those that fail', async () => {
      configure({ threads: 3, tileRows: 64 });
      const one = makeVector(Float64Array.of(1));
      const calls = Array.from({ length: 90 }, (_, index) => {
        const rows = 1 + ((index * 37) % 900);
        switch (index % 3) {
          case 0:
            return { run: redact, input: { name: text(names(rows)), visibility: repeated('public', rows) } };
          case 1:
            return { run: maskEmail, input: { email: text(names(rows).map((name) => (name ? `${name}@b.c` : null))) } };
          default:
            return { run: narrow, input: { n: makeVector(Int32Array.of(20_000 + index)), factor: one } };
        }
      });
      const settled = await Promise.allSettled(calls.map(({ run, input }) => run(input as never, { backend })));
      settled.forEach((result, index) => {
        const { run, input } = calls[index] ?? calls[0] ?? {};
        if (run === undefined || input === undefined) throw new Error('no call');
        if (run === narrow) {
          expect(result).toMatchObject({ reason: { code: 'RowError', value: String(2 * (20_000 + index)) } });
        } else {
          expect(result.status).toBe('fulfilled');
          const { value } = result as unknown as PromiseFulfilledResult<Vector | Table>;
          expect(outcomeOf(value)).toEqual(outcomeOf(run.reference(input as never)));
        }
      });
    });

    it('rejects an aborted call with its reason, and the next call works', async () => {
      const rows = 300_000;
      const input = { name: repeated('Ada Lovelace', rows), visibility: repeated('public', rows) };
      for (let turns = 0; turns < 8; turns += 1) {
        const controller = new AbortController();
        const pending = redact(input, { backend, signal: controller.signal }).then(
          () => 'done',
          (error) => error,
        );
        for (let turn = 0; turn < turns; turn += 1) await setImmediate();
        controller.abort(new Error('enough'));
        const outcome = await pending;
        if (outcome !== 'done') expect(outcome.message).toBe('enough');
        else expect(turns, 'a call that ended before it was aborted').toBeGreaterThan(0);
        await expectReference(redact, small, { backend });
      }
    });

    it('rejects with InputChanged or gives the result if a buffer is transferred during the call', async () => {
      const rows = 200_000;
      for (let turns = 0; turns < 12; turns += 1) {
        const input = { name: repeated('Ada Lovelace', rows), visibility: repeated('public', rows) };
        const [data] = input.name.data;
        const memory = (turns % 2 ? data?.values : data?.valueOffsets)?.buffer as ArrayBuffer;
        const pending = redact(input, { backend }).then(
          (result) => (result as Vector).get(rows - 1),
          (error) => error.code,
        );
        for (let turn = 0; turn < turns; turn += 1) await setImmediate();
        const kept = structuredClone(memory, { transfer: [memory] });
        expect(['InputChanged', 'L Ada']).toContain(await pending);
        expect(kept.byteLength).toBeGreaterThan(0);
        await expectReference(redact, small, { backend });
      }
    });

    it('stays memory-safe when buffers are written to during calls', async () => {
      const rows = 20_000;
      const clean = textBuffers(names(rows));
      const visibility = repeated('public', rows);
      configure({ threads: 4, tileRows: 64 });
      for (let round = 0; round < 25; round += 1) {
        const random = numbers(round);
        const data = clean.data.slice();
        const valueOffsets = clean.valueOffsets.slice();
        const input = { name: textOf({ ...clean, data, valueOffsets }), visibility };
        let open = 4;
        const calls = Array.from({ length: open }, () => redact(input, { backend }).finally(() => (open -= 1)));
        const settled = Promise.allSettled(calls);
        while (open > 0) {
          for (let write = 0; write < 64; write += 1) data[random(data.length)] = random(256);
          const row = random(rows + 1);
          if (round % 3 === 0) valueOffsets[row] = random(2 ** 32) | 0;
          else if (round % 3 === 1) valueOffsets[row] = (clean.valueOffsets[row] ?? 0) + random(9) - 4;
          await setImmediate();
        }
        for (const result of await settled) {
          if (result.status === 'rejected') {
            expect(result.reason).toBeInstanceOf(RowfuseError);
            expect(['InputChanged', 'RowError', 'SchemaError', 'BackendMismatch']).toContain(result.reason.code);
          } else for (const chunk of (result.value as Vector).data) expectSound(chunk);
        }
        await expectReference(redact, small, { backend });
      }
    });
  });
}

/** Expects offsets that ascend from 0 to the end of the text, whatever the text is. */
function expectSound({ length, valueOffsets, values }: Vector['data'][number]): void {
  const offsets: Int32Array = valueOffsets;
  expect(offsets.length).toBe(length + 1);
  expect(offsets[0]).toBe(0);
  expect(offsets[length]).toBe(values.length);
  expect(offsets.every((offset, row) => row === 0 || offset >= (offsets[row - 1] ?? 0))).toBe(true);
}

describe.each(nativeBackends)('%s', (backend) => {
  it('leaves the event loop and the threads of libuv free', async () => {
    configure({ threads: 2, tileRows: 8192 });
    const rows = 1_000_000;
    const input = { name: repeated('Ada Lovelace', rows), visibility: repeated('public', rows) };
    // These are many more calls than libuv has threads. If they ran there, stat() would wait for all calls queued before it, and find
    // at most as many open calls as there are threads.
    const libuvThreads = 4;
    let open = 40;
    const calls = Array.from({ length: open }, () => redact(input, { backend }).finally(() => (open -= 1)));
    await Promise.all([setTimeout(1), stat(import.meta.filename)]);
    expect(open).toBeGreaterThan(libuvThreads);
    for (const result of await Promise.all(calls)) expect((result as Vector).get(rows - 1)).toBe('L Ada');
  });
});
