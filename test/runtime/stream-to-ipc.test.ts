import { Readable } from 'node:stream';
import {
  AsyncByteQueue,
  type RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Table,
  tableFromIPC,
} from 'apache-arrow';
import { expect, test } from 'vitest';
import type { BatchStream } from '../../runtime/index.js';
import { describeTransform, vectorTransform } from './describe-transform.js';
import { textsOf, utf8Vector } from './text-vectors.js';

/** The code of docs/guides/streams.md. */
async function* ipc(
  stream: BatchStream<RecordBatch>,
  Writer: typeof RecordBatchStreamWriter | typeof RecordBatchFileWriter,
) {
  const bytes: Uint8Array[] = [];
  const queue = new AsyncByteQueue();
  queue.write = (chunk: Uint8Array) => void bytes.push(chunk);
  const writer = new Writer().reset(queue, stream.schema);
  for await (const batch of stream) {
    writer.write(batch);
    yield* bytes.splice(0);
  }
  writer.finish();
  yield* bytes;
}

const shout = vectorTransform(describeTransform({ name: 'utf8' }, 'utf8', ({ name }) => `${name}!`));

test.each([
  ['stream', RecordBatchStreamWriter],
  ['file', RecordBatchFileWriter],
] as const)(
  'an IPC %s has its batches, or its schema without any, and pulls no batch that nobody writes',
  async (_, Writer) => {
    const batches = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => new Table({ name: utf8Vector([name]) }).batches);
    const chunks: Uint8Array[] = [];
    for await (const chunk of ipc(shout.stream(batches), Writer)) chunks.push(chunk);
    const table = tableFromIPC(Buffer.concat(chunks));
    expect(table.batches).toHaveLength(5);
    expect(table.batches.flatMap(({ data }) => data.children.map(({ length }) => length))).toEqual([1, 1, 1, 1, 1]);
    const [column] = [table.getChildAt(0)];
    expect(column && textsOf(column)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);

    const empty: Uint8Array[] = [];
    for await (const chunk of ipc(shout.stream([]), Writer)) empty.push(chunk);
    expect(tableFromIPC(Buffer.concat(empty)).schema.fields.map(String)).toEqual(['sample: Utf8']);

    let pulled = 0;
    function* counted() {
      for (const batch of batches) {
        pulled += 1;
        yield batch;
      }
    }
    const bytes = Readable.from(ipc(shout.stream(counted(), { inFlight: 1 }), Writer), { highWaterMark: 1 });
    await new Promise((resolve) => bytes.once('readable', resolve));
    expect(pulled).toBeLessThan(5);
    bytes.destroy();
  },
);
