import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { type RecordBatch, Table, tableToIPC } from 'apache-arrow';
import { afterAll, describe, expect, test } from 'vitest';
import type { BatchInput } from '../../runtime/index.js';
import { SchemaError } from '../../runtime/index.js';
import { describeTransform, vectorTransform } from './describe-transform.js';
import { dictionaryVector, textsOf, utf8Vector } from './text-vectors.js';

const greet = describeTransform({ name: 'utf8' }, 'utf8', ({ name }) => `hello ${name}`);
const names = [['a', 'b'], ['c'], ['d', 'é', 'f'], []];
const greetings = names.map((chunk) => chunk.map((name) => `hello ${name}`));
const table = new Table(names.flatMap((chunk) => new Table({ name: utf8Vector(chunk) }).batches));
const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-stream-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function greeted(source: BatchInput): Promise<unknown[]> {
  const results: unknown[] = [];
  for await (const batch of vectorTransform(greet).stream(source)) {
    const vector = (batch as RecordBatch).getChildAt(0);
    if (vector) results.push(textsOf(vector));
  }
  return results;
}

async function failureOf(source: BatchInput): Promise<SchemaError> {
  const error = await greeted(source).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SchemaError);
  return error as SchemaError;
}

function* chunksOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe.each(['stream', 'file'] as const)('reads the bytes of an Arrow IPC %s', (kind) => {
  const bytes = tableToIPC(table, kind);

  test.each([1, 3, 8, 100, 1000, 1e6])('in chunks of %s bytes', async (size) => {
    expect(await greeted(chunksOf(bytes, size))).toEqual(greetings);
  });

  test('as a whole, and as an ArrayBuffer', async () => {
    expect(await greeted(bytes)).toEqual(greetings);
    expect(await greeted(Uint8Array.from(bytes).buffer)).toEqual(greetings);
  });

  test('from Node streams of a file, with and without object mode, and from web streams', async () => {
    const file = path.join(folder, kind);
    writeFileSync(file, bytes);
    expect(await greeted(createReadStream(file, { highWaterMark: 50 }))).toEqual(greetings);
    expect(await greeted(Readable.from(chunksOf(bytes, 77)))).toEqual(greetings);
    expect(await greeted(ReadableStream.from(chunksOf(bytes, 77)) as ReadableStream<Uint8Array>)).toEqual(greetings);
    expect(await greeted(new Response(bytes).body as unknown as ReadableStream<Uint8Array>)).toEqual(greetings);
  });

  test('from chunks that the source overwrites', async () => {
    async function* reusing() {
      const chunk = new Uint8Array(64);
      for (const part of chunksOf(bytes, chunk.length)) {
        chunk.set(part);
        yield chunk.subarray(0, part.length);
        chunk.fill(0xee);
      }
    }
    expect(await greeted(reusing())).toEqual(greetings);
  });
});

describe('incomplete bytes', () => {
  const bytes = tableToIPC(table);

  test('give the batches before the cut, then a SchemaError with the number of the next batch', async () => {
    const results: unknown[] = [];
    const cut = bytes.subarray(0, bytes.length - 40);
    const stream = vectorTransform(greet).stream(chunksOf(cut, 30));
    const reading = (async () => {
      for await (const batch of stream) results.push(batch);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'SchemaError', batch: 3 });
    expect(results).toHaveLength(3);
  });

  test('are a SchemaError wherever they end within a message', async () => {
    const ends = new Set([0, ...messageEnds(bytes)]);
    for (let length = 1; length < bytes.length; length += 1) {
      if (ends.has(length)) continue;
      const { message } = await failureOf(chunksOf(bytes.subarray(0, length), 1e6));
      expect(message).toContain('sample.stream: the source gave bytes that are no complete Arrow IPC stream: they end');
      expect(message).toContain('pass all of its bytes');
    }
  });

  test('are a SchemaError if a file or all chunks are empty', async () => {
    const file = path.join(folder, 'empty');
    writeFileSync(file, '');
    expect((await failureOf(createReadStream(file))).message).toContain('there is no schema in them (byte 0)');
    expect((await failureOf([new Uint8Array(0)])).message).toContain('there is no schema in them');
    expect(await greeted([])).toEqual([]);
  });

  test('are a SchemaError if the source gives something else between them', async () => {
    const { message } = await failureOf([bytes.subarray(0, 100), 'text'] as unknown as Uint8Array[]);
    expect(message).toContain('the source gave bytes, and then a string');
  });
});

test('closes the source at the end mark of a stream, whatever follows', async () => {
  const bytes = tableToIPC(table);
  let isClosed = false;
  async function* endless() {
    try {
      yield bytes;
      for (;;) yield new Uint8Array(1000);
    } finally {
      isClosed = true;
    }
  }
  expect(await greeted(endless())).toEqual(greetings);
  expect(isClosed).toBe(true);
  const readable = Readable.from(endless());
  const closed = once(readable, 'close');
  expect(await greeted(readable)).toEqual(greetings);
  await closed;
});

test('closes a source whose bytes are damaged', async () => {
  let isClosed = false;
  async function* source() {
    try {
      for (;;) yield new Uint8Array(100).fill(7);
    } finally {
      isClosed = true;
    }
  }
  await failureOf(source());
  expect(isClosed).toBe(true);
});

test('reads streams that have different dictionaries', async () => {
  const batches = [['x', 'y'], ['y'], ['z', 'x']].flatMap(
    (chunk) => new Table({ name: dictionaryVector(chunk) }).batches as unknown as RecordBatch[],
  );
  const bytes = batches.map((batch) => tableToIPC(new Table([batch])));
  for (const part of bytes) expect(await greeted(chunksOf(part, 9))).toHaveLength(1);
});

describe('a claimed length', () => {
  /** The beginning of a message with so many bytes of metadata, and then nothing for a while. */
  const claim = (length: number) => {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    view.setInt32(0, -1, true);
    view.setInt32(4, length, true);
    return bytes;
  };

  test.each([2 ** 28, 2 ** 27])('of %s bytes of metadata allocates only what has arrived', async (length) => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    async function* source() {
      yield claim(length);
      for (let chunk = 0; chunk < 20; chunk += 1) {
        yield new Uint8Array(1000);
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      }
    }
    const { message } = await failureOf(source());
    expect(message).toContain(`they end after 20008 of the ${length} bytes`);
    expect(most).toBeLessThan(2 ** 24);
  });

  test.each([
    [2 ** 31 - 1, 'a message says that it has 2147483647 bytes of metadata (byte 0). Pass all bytes at once.'],
    [-2, 'a message says that it has -2 bytes of metadata'],
  ])('of %s bytes of metadata is refused at once', async (length, expected) => {
    expect((await failureOf([claim(length)])).message).toContain(expected);
  });

  test('of a body of 2^52 bytes allocates only what has arrived', async () => {
    const bytes = Uint8Array.from(tableToIPC(table));
    const view = new DataView(bytes.buffer);
    // The body length of the first batch: the only such value among the 64-bit numbers of its metadata.
    const [schemaEnd = 0, batchEnd = 0] = messageEnds(bytes);
    const metadataEnd = schemaEnd + 8 + view.getInt32(schemaEnd + 4, true);
    const bodyLength = BigInt(batchEnd - metadataEnd);
    const places = Array.from({ length: (metadataEnd - schemaEnd) / 8 }, (_, index) => schemaEnd + 8 * index);
    const place = places.find((at) => view.getBigInt64(at, true) === bodyLength) ?? 0;
    view.setBigInt64(place, 2n ** 52n, true);
    const before = process.memoryUsage().arrayBuffers;
    const { message } = await failureOf(chunksOf(bytes, 64));
    expect(message).toContain(`bytes that a message says its body has`);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 24);
  });
});

/** Returns the places where the messages of a stream end. */
function messageEnds(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ends: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = view.getInt32(at + 4, true);
    if (length === 0) {
      ends.push(at + 8);
      break;
    }
    const metadata = at + 8;
    const table = metadata + view.getInt32(metadata, true);
    const vtable = table - view.getInt32(table, true);
    const field = view.getUint16(vtable, true) > 10 ? view.getUint16(vtable + 10, true) : 0;
    at = metadata + length + (field === 0 ? 0 : Number(view.getBigInt64(table + field, true)));
    ends.push(at);
  }
  return ends;
}
