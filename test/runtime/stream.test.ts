import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { setImmediate } from 'node:timers/promises';
import {
  Int32,
  RecordBatch,
  RecordBatchReader,
  RecordBatchStreamWriter,
  Table,
  tableFromIPC,
  tableToIPC,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { OptionError, RowError, SchemaError } from '../../runtime/index.js';
import { describeTransform, tableTransform, testRuntime, vectorTransform } from './describe-transform.js';
import { fakeAddon } from './fake-addon.js';
import { dictionaryVector, largeUtf8Vector, textsOf, utf8Vector } from './text-vectors.js';

const greet = describeTransform({ name: 'utf8' }, 'utf8', ({ name }) => `hello ${name}`);
const backends = ['cpu', 'js'] as const;

function batchesOf(...chunks: readonly (readonly string[])[]): RecordBatch[] {
  return chunks.flatMap((names) => new Table({ name: utf8Vector(names) }).batches);
}

function textOf(batch: RecordBatch): (string | null)[] {
  const vector = batch.getChildAt(0);
  if (vector === null) throw new Error('no column');
  return textsOf(vector);
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** A source that records the requests it gets. */
function watched(batches: Iterable<unknown>, { stall = Number.POSITIVE_INFINITY } = {}) {
  const seen = { pulled: 0, returned: 0, open: false };
  const iterator = batches[Symbol.iterator]();
  const source = {
    [Symbol.asyncIterator]: () => source,
    async next(): Promise<IteratorResult<RecordBatch>> {
      if (seen.pulled === stall) return new Promise(() => {});
      seen.pulled += 1;
      await setImmediate();
      return iterator.next() as IteratorResult<RecordBatch>;
    },
    async return() {
      seen.returned += 1;
      return { done: true as const, value: undefined };
    },
  };
  return { source, seen };
}

function* endless(): Generator<RecordBatch> {
  for (let number = 0; ; number += 1) yield* batchesOf([`n${number}`]);
}

const names = [['a', 'b'], ['c'], ['d', 'e', 'f'], ['g']];
const greetings = names.map((chunk) => chunk.map((name) => `hello ${name}`));

describe('sources of a stream', () => {
  const sources: Readonly<Record<string, () => AsyncIterable<RecordBatch> | Iterable<RecordBatch>>> = {
    'an array': () => batchesOf(...names),
    'a generator': function* () {
      yield* batchesOf(...names);
    },
    'an async generator': async function* () {
      yield* batchesOf(...names);
    },
    'a Node stream in object mode': () => Readable.from(batchesOf(...names)),
    'a web stream': () => webStream(batchesOf(...names)),
    'the batches of a table': () => new Table(batchesOf(...names)).batches,
    "Arrow's reader": () => RecordBatchReader.from(tableToIPC(new Table(batchesOf(...names)))),
    'another stream': () =>
      vectorTransform(describeTransform({ name: 'utf8' }, { name: 'utf8' }, (row) => row)).stream(
        batchesOf(...names),
      ) as AsyncIterable<RecordBatch>,
  };
  for (const backend of backends) {
    test.each(Object.entries(sources))(`may be %s, on ${backend}`, async (_, source) => {
      const results = await collect(vectorTransform(greet).stream(source(), { backend }));
      expect(results.map(textOf)).toEqual(greetings);
      expect(results.every((batch) => batch instanceof RecordBatch)).toBe(true);
      expect(results[0]?.schema.fields.map(String)).toEqual(['sample: Utf8']);
    });
  }

  test("may be a reader of a stream of bytes, which Arrow's own iterators close", async () => {
    const bytes = tableToIPC(new Table(batchesOf(...names)));
    const reader = await RecordBatchReader.from(Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]));
    expect((await collect(vectorTransform(greet).stream(reader))).map(textOf)).toEqual(greetings);
    const left = await RecordBatchReader.from(Readable.from([bytes]));
    for await (const _ of vectorTransform(greet).stream(left)) break;
    expect(left.closed).toBe(true);
  });

  test('may serve several output columns', async () => {
    const both = describeTransform({ name: 'utf8' }, { name: 'utf8', size: 'int32?' }, ({ name }) => ({
      name,
      size: String(name).length,
    }));
    const [batch] = await collect(tableTransform(both).stream(batchesOf(['ab', 'c'])));
    expect(batch?.toArray().map((row) => row.toJSON())).toEqual([
      { name: 'ab', size: 2 },
      { name: 'c', size: 1 },
    ]);
  });

  test('without batches give none, and batches without rows give the same', async () => {
    const stream = vectorTransform(greet).stream([]);
    expect(stream.schema.fields.map(String)).toEqual(['sample: Utf8']);
    expect(await collect(stream)).toEqual([]);
    const results = await collect(vectorTransform(greet).stream(batchesOf([], ['a'], [])));
    expect(results.map(textOf)).toEqual([[], ['hello a'], []]);
  });

  test('give several batches for a result past the limit of its offsets', async () => {
    const call = vectorTransform(greet, {}, { maxBytes: 20 });
    const results = await collect(call.stream(batchesOf(['a', 'b', 'c', 'd'], ['e'])));
    expect(results.length).toBeGreaterThan(2);
    expect(results.flatMap(textOf)).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `hello ${name}`));
  });

  test.each([
    ['undefined', undefined, 'the source is undefined. Pass record batches'],
    ['a Table', new Table(batchesOf(['a'])), 'Pass its batches: table.batches.'],
    ['a RecordBatch', batchesOf(['a'])[0], 'Pass it in an array: [batch].'],
    ['numbers', new Float64Array(8), 'the source is Float64Array. Pass record batches'],
    ['a response', new Response('bytes'), 'Pass its body: response.body.'],
    ['a promise', Promise.resolve([]), 'Await it'],
    ['an object', { next() {} }, 'neither an async iterable nor an iterable'],
  ])('%s is no source', (_, source: unknown, message) => {
    const call = () => vectorTransform(greet).stream(source as RecordBatch[]);
    expect(call).toThrow(SchemaError);
    expect(call).toThrow(message);
  });

  test.each([
    [
      'bytes',
      Buffer.from('ARROW1'),
      'sample.stream: the source gave a Uint8Array, not a RecordBatch. For the bytes of',
    ],
    ['a Table', new Table(batchesOf(['a'])), 'yield* table.batches'],
    ['null', null, 'the source gave null, not a RecordBatch'],
    ['a string', 'a', 'the source gave a string'],
    ['an object', {}, 'the source gave an object'],
  ])('refuse %s instead of a batch', async (_, value, message) => {
    const { source, seen } = watched([...batchesOf(['a']), value, ...batchesOf(['b'])]);
    const stream = vectorTransform(greet).stream(source);
    expect((await stream.next()).done).toBe(false);
    const rejection = stream.next();
    await expect(rejection).rejects.toThrow(SchemaError);
    await expect(rejection).rejects.toThrow(message);
    await expect(rejection).rejects.toMatchObject({ code: 'SchemaError', batch: 1 });
    expect(seen.returned).toBe(1);
  });

  test('may have batches of different layouts, if these have the declared columns', async () => {
    const batches = [
      new Table({ name: largeUtf8Vector(['a']) }),
      new Table({ more: utf8Vector(['x', 'y']), name: dictionaryVector(['b', 'b']) }),
      new Table({ name: utf8Vector(['c']) }),
    ].flatMap((table): RecordBatch[] => table.batches);
    const call = vectorTransform(greet);
    expect((await collect(call.stream(batches))).map(textOf)).toEqual([
      ['hello a'],
      ['hello b', 'hello b'],
      ['hello c'],
    ]);
    const renamed = new Table({ title: utf8Vector(['d']) }).batches;
    await expect(collect(call.stream([...batches, ...renamed]))).rejects.toMatchObject({
      code: 'SchemaError',
      column: 'name',
      batch: 3,
      message: expect.stringContaining('is missing: the input has "title".'),
    });
    const numbers = new Table({ name: vectorFromArray([1], new Int32()) }).batches;
    await expect(collect(call.stream([...batches, ...numbers]))).rejects.toThrow(
      /got Int32, declared utf8\. Cast it where it is made; in Python: .*\(Batch 3 of the stream\.\)$/,
    );
  });
});

describe('order and memory of a stream', () => {
  test.each([1, 2, 5])('with %i in flight: no more are pulled, however slow the consumer is', async (inFlight) => {
    const { source, seen } = watched(endless());
    const stream = vectorTransform(greet).stream(source, { inFlight, backend: 'cpu' });
    expect(seen.pulled).toBe(0);
    for (let taken = 1; taken < 20; taken += 1) {
      const { value } = await stream.next();
      expect(value && textOf(value)).toEqual([`hello n${taken - 1}`]);
      for (let turn = 0; turn < 10; turn += 1) await setImmediate();
      expect(seen.pulled).toBe(taken + inFlight);
    }
    await stream.return();
  });

  test('batches are in flight together, and results keep the order of the source', async () => {
    const addon = fakeAddon([greet]);
    let waiting = 0;
    let most = 0;
    const settle: (() => void)[] = [];
    const slow = vectorTransform(greet, {
      measure: async (...call) => {
        waiting += 1;
        most = Math.max(most, waiting);
        // The later ones finish first.
        if (settle.length < 2) await new Promise<void>((resolve) => settle.push(resolve));
        else for (const resolve of settle.splice(0).reverse()) resolve();
        waiting -= 1;
        return addon.measure(...call);
      },
      fill: (job, outputs) => addon.fill(job, outputs),
    });
    const results = await collect(slow.stream(batchesOf(['a'], ['b'], ['c']), { backend: 'cpu', inFlight: 3 }));
    expect(results.map(textOf)).toEqual([['hello a'], ['hello b'], ['hello c']]);
    expect(most).toBe(3);
  });

  test('the first result does not wait for the window to fill', async () => {
    const { source } = watched(endless(), { stall: 1 });
    const stream = vectorTransform(greet).stream(source, { inFlight: 4 });
    expect((await stream.next()).done).toBe(false);
    await stream.return();
  });

  test('concurrent calls of next take turns', async () => {
    const stream = vectorTransform(greet).stream(batchesOf(...names));
    const steps = await Promise.all(Array.from({ length: 6 }, () => stream.next()));
    expect(steps.map(({ done }) => done)).toEqual([false, false, false, false, true, true]);
    expect(steps.slice(0, 4).map(({ value }) => value && textOf(value))).toEqual(greetings);
  });

  test('results go through Node streams and web streams, and into an IPC writer', async () => {
    const call = vectorTransform(greet);
    const readable = Readable.from(call.stream(batchesOf(...names)));
    expect((await collect<RecordBatch>(readable)).map(textOf)).toEqual(greetings);
    const web = webStream(call.stream(batchesOf(...names)));
    expect((await collect(web)).map(textOf)).toEqual(greetings);
    const writer = new RecordBatchStreamWriter();
    for await (const batch of call.stream(batchesOf(...names))) writer.write(batch);
    const table = tableFromIPC(await writer.finish().toUint8Array());
    expect(table.batches.map(textOf)).toEqual(greetings);
  });
});

describe('the end of a stream', () => {
  test('closes the source if the consumer leaves the loop, and nothing runs on', async () => {
    const addon = fakeAddon([greet]);
    const call = testRuntime([greet], {}, { load: () => addon }).transform(greet);
    const { source, seen } = watched(endless());
    let count = 0;
    for await (const _ of call.stream(source, { inFlight: 4, backend: 'cpu' })) if (++count === 3) break;
    expect(seen.returned).toBe(1);
    const pulled = seen.pulled;
    const made = addon.calls.length;
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    expect(seen.pulled).toBe(pulled);
    expect(addon.calls.length).toBe(made);
    const of = (kind: string) => addon.calls.filter((one) => one.call === kind).length;
    expect(of('release')).toBe(of('measure'));
  });

  test('is final, and later calls of next work', async () => {
    const call = vectorTransform(greet);
    const stream = call.stream(batchesOf(['a']));
    await stream.return();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(await stream.return()).toEqual({ done: true, value: undefined });
    expect((await collect(call.stream(batchesOf(['a'])))).map(textOf)).toEqual([['hello a']]);
  });

  test('closes a generator that was never started', async () => {
    const generator = endless();
    await vectorTransform(greet).stream(generator).return();
    expect(generator.next().done).toBe(true);
    const readable = Readable.from(endless());
    await vectorTransform(greet).stream(readable).return();
    expect(readable.destroyed).toBe(true);
  });

  test.each(['return', 'abort'] as const)('%s while the source is silent does not wait for it', async (ending) => {
    const controller = new AbortController();
    const { source, seen } = watched(endless(), { stall: 0 });
    const stream = vectorTransform(greet).stream(source, { signal: controller.signal });
    const pending = stream.next();
    await setImmediate();
    if (ending === 'return') {
      expect((await stream.return()).done).toBe(true);
      expect((await pending).done).toBe(true);
    } else {
      controller.abort();
      await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    }
    expect(seen.returned).toBe(1);
  });

  test('destroys silent Node streams and cancels web streams', async () => {
    const readable = new Readable({ objectMode: true, read() {} });
    const fromNode = vectorTransform(greet).stream(readable);
    const waiting = fromNode.next();
    await setImmediate();
    await fromNode.return();
    expect((await waiting).done).toBe(true);
    expect(readable.destroyed).toBe(true);
    let cancelled = false;
    const web = new ReadableStream<RecordBatch>({
      cancel() {
        cancelled = true;
      },
    });
    const fromWeb = vectorTransform(greet).stream(web);
    const other = fromWeb.next();
    await setImmediate();
    await fromWeb.return();
    expect((await other).done).toBe(true);
    expect(cancelled).toBe(true);
    expect(web.locked).toBe(false);
  });

  for (const backend of backends) {
    test(`on ${backend} by abort gives the reason, cancels calls, and closes the source`, async () => {
      const addon = fakeAddon([greet]);
      const call = testRuntime([greet], {}, { load: () => addon }).transform(greet);
      const controller = new AbortController();
      const { source, seen } = watched(endless());
      let count = 0;
      const reading = (async () => {
        for await (const _ of call.stream(source, { signal: controller.signal, backend }))
          if (++count === 3) controller.abort();
      })();
      await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
      expect(count).toBe(3);
      expect(seen.returned).toBe(1);
      const of = (kind: string) => addon.calls.filter((one) => one.call === kind).length;
      expect(of('release')).toBeGreaterThanOrEqual(of('measure'));
    });
  }

  test('by abort between two steps closes at once, and the next step gives the reason, once', async () => {
    const controller = new AbortController();
    const { source, seen } = watched(endless());
    const stream = vectorTransform(greet).stream(source, { signal: controller.signal });
    await stream.next();
    const reason = new Error('enough');
    controller.abort(reason);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    expect(seen.returned).toBe(1);
    await expect(stream.next()).rejects.toBe(reason);
    expect((await stream.next()).done).toBe(true);
  });

  test('is immediate for an aborted signal, and unaffected by a later one', async () => {
    const { source, seen } = watched(endless());
    const stream = vectorTransform(greet).stream(source, { signal: AbortSignal.abort() });
    await expect(stream.next()).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toMatchObject({ pulled: 0, returned: 1 });
    const controller = new AbortController();
    const over = vectorTransform(greet).stream(batchesOf(['a']), { signal: controller.signal });
    expect(await collect(over)).toHaveLength(1);
    controller.abort();
    expect((await over.next()).done).toBe(true);
  });

  test('by an error of the source comes after the results before it, with that error', async () => {
    const broken = new Error('disk on fire');
    const stream = vectorTransform(greet).stream(
      (async function* () {
        yield* batchesOf(['a'], ['b']);
        throw broken;
      })(),
      { inFlight: 4 },
    );
    expect(textOf((await stream.next()).value as RecordBatch)).toEqual(['hello a']);
    expect(textOf((await stream.next()).value as RecordBatch)).toEqual(['hello b']);
    await expect(stream.next()).rejects.toBe(broken);
    expect((await stream.next()).done).toBe(true);
    const sync = vectorTransform(greet).stream({
      [Symbol.iterator]: () => ({
        next: () => {
          throw broken;
        },
      }),
    });
    await expect(sync.next()).rejects.toBe(broken);
  });

  test('reports an error on closing to a consumer that leaves, but never in place of another error', async () => {
    const close = new Error('cannot close');
    const source = () => ({
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false as const, value: batchesOf(['a'])[0] as RecordBatch }),
        return: async (): Promise<never> => {
          throw close;
        },
      }),
    });
    const leave = async () => {
      for await (const _ of vectorTransform(greet).stream(source(), { inFlight: 1 })) break;
    };
    // The loop's error depends on whether a pull was in flight, whose end nobody waits for.
    await leave().catch((error) => expect(error).toBe(close));
    const picky = describeTransform({ name: 'utf8' }, 'int8', () => 300);
    await expect(collect(vectorTransform(picky).stream(source()))).rejects.toThrow(RowError);
  });
});

describe('rows of a stream that fail', () => {
  const picky = describeTransform({ name: 'utf8?' }, 'utf8?', ({ name }) => {
    if (String(name).startsWith('bad')) throw new Error(`cannot take ${name}`);
    return name;
  });
  const rows = [['a', 'b'], ['c'], [], ['d', 'bad 1', 'bad 2'], ['e', 'bad 3']];

  for (const backend of backends) {
    test(`are counted from the start of the stream, on ${backend}`, async () => {
      const { source, seen } = watched(batchesOf(...rows));
      const results: unknown[] = [];
      const reading = (async () => {
        for await (const batch of vectorTransform(picky).stream(source, { backend, inFlight: 5 }))
          results.push(textOf(batch));
      })();
      await expect(reading).rejects.toMatchObject({
        code: 'RowError',
        row: 4,
        batch: 3,
        message: expect.stringMatching(
          /^sample: row 4: .*cannot take bad 1.*\(Batch 3 of the stream, row 1 of it\.\)$/s,
        ),
      });
      expect(results).toEqual([['a', 'b'], ['c'], []]);
      expect(seen.returned).toBeLessThanOrEqual(1);
      const again = await collect(vectorTransform(picky).stream(batchesOf(['fine']), { backend }));
      expect(again.map(textOf)).toEqual([['fine']]);
    });

    test(`are left out by onError, on ${backend}`, async () => {
      const call = vectorTransform(picky);
      const options = { backend, onError: 'null' } as const;
      expect((await collect(call.stream(batchesOf(...rows), options))).flatMap(textOf)).toEqual(
        rows.flat().map((name) => (name.startsWith('bad') ? null : name)),
      );
      const collected = await collect(call.stream(batchesOf(...rows), { backend, onError: 'collect', maxErrors: 1 }));
      expect(collected.map(({ result }) => textOf(result))).toEqual([
        ['a', 'b'],
        ['c'],
        [],
        ['d', null, null],
        ['e', null],
      ]);
      expect(collected.map(({ failedRows }) => failedRows)).toEqual([0, 0, 0, 2, 1]);
      expect(collected.flatMap(({ errors }) => errors.map(({ row, batch }) => [row, batch]))).toEqual([
        [4, 3],
        [7, 4],
      ]);
    });
  }

  test('obey valuesInErrors, and report undeclared nulls', async () => {
    const quiet = vectorTransform(picky).stream(batchesOf(...rows), { valuesInErrors: false });
    await expect(collect(quiet)).rejects.toThrow(/^(?!.*bad)/s);
    const nulls = new Table({ name: utf8Vector(['x', null]) }).batches;
    await expect(collect(vectorTransform(greet).stream([...batchesOf(['a', 'b']), ...nulls]))).rejects.toMatchObject({
      code: 'SchemaError',
      row: 3,
      batch: 1,
      message: expect.stringMatching(/row 3 is null.*\(Batch 1 of the stream, row 1 of it\.\)$/s),
    });
  });
});

describe('options of a stream', () => {
  test.each([
    [
      { out: {} },
      'sample.stream: unknown option "out". Known options: backend, copyInputs, valuesInErrors, onError, maxErrors, signal, inFlight, params.',
    ],
    [{ inFlight: 0 }, 'option inFlight must be an integer from 1 to 64, not 0.'],
    [{ inFlight: 1.5 }, 'option inFlight must be an integer from 1 to 64, not 1.5.'],
    [{ onError: 'null' }, 'declared utf8. Declare every output column nullable'],
    [{ maxErrors: 1 }, "option maxErrors belongs to onError: 'collect'."],
  ])('%o is refused at once, and the source stays untouched', (options, message) => {
    const { source, seen } = watched(endless());
    const call = () => vectorTransform(greet).stream(source, options as object);
    expect(call).toThrow(OptionError);
    expect(call).toThrow(message);
    expect(seen).toMatchObject({ pulled: 0, returned: 0 });
  });

  test('copyInputs lets a source reuse its memory', async () => {
    const batches = batchesOf(['aa'], ['bb'], ['cc']);
    const [first] = batches;
    const data = first?.data.children[0];
    function* reusing(): Generator<RecordBatch> {
      for (const letter of ['a', 'b', 'c']) {
        data?.values.fill(letter.charCodeAt(0), data.valueOffsets[0], data.valueOffsets[1]);
        if (first) yield first;
      }
    }
    const stream = vectorTransform(greet).stream(reusing(), { copyInputs: true, inFlight: 3, backend: 'cpu' });
    expect((await collect(stream)).map(textOf)).toEqual([['hello aa'], ['hello bb'], ['hello cc']]);
  });
});

function webStream(batches: AsyncIterable<RecordBatch> | Iterable<RecordBatch>): ReadableStream<RecordBatch> {
  const iterator = (async function* () {
    yield* batches;
  })();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return();
    },
  });
}
