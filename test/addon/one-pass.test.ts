import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { configure } from '@rowfuse/runtime';
import type { Vector } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { expectReference, nativeBackends, transformNamed } from './calls.js';
import { text } from './columns.js';

const redact = transformNamed('redact');
const listOfPieces = transformNamed('listOfPieces');

/** Public rows, some with names of a given size. The result is as large as these names. */
function table(rows: number, long: Readonly<Record<number, number>>) {
  const names = Array.from({ length: rows }, (_, row) => `${'n'.repeat(long[row] ?? row % 40)} L`);
  return { name: text(names), visibility: text(new Array<string>(rows).fill('public')) };
}

describe.each(nativeBackends)('%s: text of very uneven length', (backend) => {
  const megabyte = 2 ** 20;
  it.each([
    ['rows longer than the average tile', { 5: megabyte, 700: 2 * megabyte, 701: 1, 1999: megabyte }],
    ['rows longer than any tile is staged', { 70: 17 * megabyte, 1000: 3 * megabyte, 1500: 18 * megabyte }],
    ['nothing but a long row', { 0: 20 * megabyte }],
  ])("gives the reference's result for %s", async (_, long) => {
    const input = table(Object.keys(long).length === 1 ? 1 : 2000, long);
    for (const [threads, tileRows] of [
      [1, 64],
      [3, 64],
      [2, 1024],
      [4, 8192],
    ] as const) {
      configure({ threads, tileRows });
      await expectReference(redact, input, { backend });
    }
  });

  it.each([
    ['rows of many pieces', { 0: 20_000, 63: 60_000, 64: 1, 500: 40_000, 1999: 80_000 }],
    ['nothing but a row of many pieces', { 0: 200_000 }],
  ])("gives the reference's result without a bound of the text, for %s", async (_, many) => {
    const pieces: Readonly<Record<number, number>> = many;
    const rows = Object.keys(pieces).length === 1 ? 1 : 2000;
    const s = text(Array.from({ length: rows }, (_, row) => 'é,'.repeat(pieces[row] ?? row % 7)));
    for (const [threads, tileRows] of [
      [1, 64],
      [3, 64],
      [2, 1024],
    ] as const) {
      configure({ threads, tileRows });
      await expectReference(listOfPieces, { s }, { backend });
    }
  });

  it('never reads past text that ends where its memory ends', async () => {
    configure({ threads: 2, tileRows: 64 });
    for (let length = 0; length < 40; length += 1) {
      const name = text([`${'a'.repeat(length)} é`, `${'b'.repeat(length)}`]);
      await expectReference(redact, { name, visibility: text(['public', 'public']) }, { backend });
    }
  });

  it('gives results that can be transferred to another thread', async () => {
    const rows = 20_000;
    const result = (await redact(table(rows, {}), { backend })) as Vector;
    const expected = result.toArray();
    const { values, valueOffsets } = result.data[0] ?? {};
    if (values === undefined || valueOffsets === undefined) throw new Error('The result has no chunk');
    const bytes = values.byteLength;
    const { port1, port2 } = new MessageChannel();
    const received = once(port2, 'message');
    port1.postMessage([values, valueOffsets], [values.buffer, valueOffsets.buffer]);
    const [[movedValues, movedOffsets]] = await received;
    port1.close();
    expect([values.byteLength, movedValues.byteLength, movedValues.buffer.byteLength]).toEqual([0, bytes, bytes]);
    const decoder = new TextDecoder();
    for (const row of [0, 1, rows >> 1, rows - 1]) {
      const part = movedValues.subarray(movedOffsets[row], movedOffsets[row + 1]);
      expect(decoder.decode(part)).toBe(expected[row]);
    }
    expect(structuredClone(movedValues).byteLength).toBe(bytes);
  });
});
