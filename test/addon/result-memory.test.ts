import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MessageChannel } from 'node:worker_threads';
import { type Backend, configure } from '@rowfuse/runtime';
import type { Table, Vector } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { nativeBackends, transformNamed } from './calls.js';
import { buffersOf, text } from './columns.js';

/** Short calls take the memory of results that JavaScript has collected. No result may change while it can be reached. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const redact = transformNamed('redact');
const rows = 10_000;

const inputs = Array.from({ length: 8 }, (_, index) => ({
  name: text(Array.from({ length: rows }, (_, row) => `${String.fromCharCode(97 + index).repeat(row % 30)} L`)),
  visibility: text(Array.from({ length: rows }, (_, row) => (row % 3 ? 'public' : 'private'))),
}));

/** Returns a copy of the buffers of a result. */
const copyOf = (result: Vector | Table) =>
  Buffer.concat(buffersOf(result).flatMap((buffers) => Object.values(buffers)));

async function run(calls: number, each: (result: Vector | Table, call: number) => void, backend: Backend) {
  for (let call = 0; call < calls; call += 1) {
    each(await redact(inputs[call % inputs.length] ?? {}, { backend }), call);
    if (call % 20 === 19) collect();
  }
}

describe.each(nativeBackends)('%s: memory of results', (backend) => {
  it.each([1, 3])('never changes while the result is held, on %d threads', async (threads) => {
    configure({ threads, tileRows: 1024 });
    const held: { readonly result: Vector | Table; readonly copy: Buffer }[] = [];
    await run(
      100,
      (result, call) => {
        if (call % 7 === 0) held.push({ result, copy: copyOf(result) });
      },
      backend,
    );
    for (const { result, copy } of held) expect(copyOf(result).equals(copy)).toBe(true);
  });

  it('stays with the thread that it was transferred to', async () => {
    configure({ threads: 1 });
    const result = (await redact(inputs[0] ?? {}, { backend })) as Vector;
    const [{ values, valueOffsets } = { values: undefined, valueOffsets: undefined }] = result.data;
    const copies = [values, valueOffsets].map((part) => Buffer.from(Buffer.from(part.buffer)));
    const { port1, port2 } = new MessageChannel();
    const received = once(port2, 'message');
    port1.postMessage([values, valueOffsets], [values.buffer, valueOffsets.buffer]);
    const [moved] = await received;
    port1.close();
    await run(60, () => {}, backend);
    expect(values.byteLength).toBe(0);
    for (const [index, part] of moved.entries()) expect(copies[index]?.equals(Buffer.from(part.buffer))).toBe(true);
  });

  it('is given back when results are collected', async () => {
    configure({ threads: 1 });
    await run(40, () => {}, backend);
    collect();
    const { arrayBuffers, rss } = process.memoryUsage();
    await run(400, () => {}, backend);
    collect();
    const after = process.memoryUsage();
    expect(after.arrayBuffers - arrayBuffers).toBeLessThan(16e6);
    // 400 results take 70 MB.
    expect(after.rss - rss).toBeLessThan(48e6);
  });
});
