import { RowfuseError } from '@rowfuse/runtime';
import { makeData, RecordBatch, Table, Utf8, Vector, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { arbitraryColumns, arbitraryParams } from './arbitrary-table.js';
import { type BuiltTransform, builtTransforms } from './built-transforms.js';
import { failureOf, type Outcome, outcomeOf } from './outcome.js';
import { randomRuns } from './random-runs.js';

/**
 * The examples and run samples run over random columns, cut into random batches. A stream computes each batch by itself, and refuses windows,
 * which reach beyond it.
 */
const transforms = (await builtTransforms()).filter(({ windows }) => windows === undefined);

for (const backend of backendsUnderTest) {
  describe(`${backend}: the results of a stream are those of one call, in order`, () => {
    for (const transform of transforms) {
      const { name, input, params, run } = transform;
      it(name, () =>
        fc.assert(
          fc.asyncProperty(
            arbitraryColumns(input),
            arbitraryParams(params),
            fc.array(fc.nat(20), { maxLength: 8 }),
            fc.integer({ min: 1, max: 4 }),
            async (columns, values, sizes, inFlight) => {
              const options = { backend, params: values };
              const expected = await run(columns, options).then(outcomeOf, failureOf);
              const stream = run.stream(cut(new Table(columns), sizes), { ...options, inFlight });
              expect(await joined(transform, stream).then(outcomeOf, failureInStream)).toEqual(expected);
            },
          ),
          { numRuns: randomRuns(backend, 5) },
        ),
      );
    }
  });

  describe(`${backend}: rows that fail in a stream`, () => {
    for (const { name, input, run } of transforms.filter((transform) => transform.name.startsWith('tolerant'))) {
      it(`are null in ${name}, with the errors of one call`, () =>
        fc.assert(
          fc.asyncProperty(arbitraryColumns(input), fc.array(fc.nat(20), { maxLength: 8 }), async (columns, sizes) => {
            const expected = await run(columns, { backend, onError: 'collect' });
            const errors: Outcome[] = [];
            let failedRows = 0;
            for await (const batch of run.stream(cut(new Table(columns), sizes), { backend, onError: 'collect' })) {
              errors.push(...batch.errors.map(failureInStream));
              failedRows += batch.failedRows;
            }
            expect(errors).toEqual(expected.errors.map(failureOf));
            expect(failedRows).toBe(expected.failedRows);
          }),
          { numRuns: randomRuns(backend, 5) },
        ));
    }
  });
}

const redact = transforms.find(({ name }) => name === 'redact')?.run;

for (const backend of backendsUnderTest) {
  describe(`${backend}: streams that end with calls in flight`, () => {
    const rows = backend === 'js' ? 2_000 : 200_000;
    const texts = (text: string) => vectorFromArray(new Array<string>(rows).fill(text), new Utf8());
    const [batch] = new Table({ name: texts('Jane Roe'), visibility: texts('public') }).batches;

    function* endless(seen: { closed: boolean }): Generator<RecordBatch> {
      try {
        while (batch !== undefined) yield batch;
      } finally {
        seen.closed = true;
      }
    }

    it('close their source after abort, break and a failing batch, and the next stream works', async () => {
      if (redact === undefined) throw new Error('there is no redact');
      const warnings: Error[] = [];
      const warn = (warning: Error) => void warnings.push(warning);
      process.on('warning', warn);
      for (let round = 1; round < 5; round += 1) {
        const aborted = { closed: false };
        const controller = new AbortController();
        const reading = (async () => {
          let count = 0;
          for await (const _ of redact.stream(endless(aborted), { backend, inFlight: 16, signal: controller.signal }))
            if (++count === round) controller.abort();
        })();
        await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
        expect(aborted.closed).toBe(true);

        const left = { closed: false };
        for await (const { numRows } of redact.stream(endless(left), { backend, inFlight: 16 })) {
          expect(numRows).toBe(rows);
          break;
        }
        expect(left.closed).toBe(true);

        const wrong = (function* () {
          if (batch !== undefined) yield batch;
          yield new RecordBatch({ name: makeData({ type: new Utf8() }) });
          yield* endless({ closed: false });
        })();
        const results = redact.stream(wrong, { backend, inFlight: 16 });
        expect((await results.next()).done).toBe(false);
        await expect(results.next()).rejects.toMatchObject({ code: 'SchemaError', column: 'visibility', batch: 1 });
        expect(wrong.next().done).toBe(true);
      }
      process.off('warning', warn);
      expect(warnings).toEqual([]);
    });
  });
}

/** Returns slices of a table's batches, some of them empty; at least one. */
function cut(table: Table, sizes: readonly number[]): RecordBatch[] {
  const batches = table.batches.flatMap((batch) => {
    const starts = [0];
    for (const size of sizes) starts.push(Math.min((starts.at(-1) ?? 0) + size, batch.numRows));
    return starts.map((start, index) => batch.slice(start, starts[index + 1] ?? batch.numRows));
  });
  return batches.length > 0 ? batches : [new RecordBatch(table.schema)];
}

async function joined({ single }: BuiltTransform, results: AsyncIterable<RecordBatch>): Promise<Vector | Table> {
  const batches: RecordBatch[] = [];
  for await (const batch of results) batches.push(batch);
  return single ? new Vector(batches.flatMap(({ data }) => data.children)) : new Table(batches);
}

/** Returns the error as the same call would report it: without the batch. */
function failureInStream(error: unknown): Outcome {
  if (error instanceof RowfuseError) {
    expect(error.message).toMatch(/ \(Batch \d+ of the stream, row \d+ of it\.\)$/);
    error.message = error.message.replace(/ \(Batch .*\)$/, '');
  }
  return failureOf(error);
}
