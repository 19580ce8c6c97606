import { RecordBatch, Table, Vector } from 'apache-arrow';
import fc from 'fast-check';
import { RowfuseError } from 'rowfuse/runtime';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { arbitraryColumns } from './arbitrary-table.js';
import { type BuiltTransform, builtTransforms } from './built-transforms.js';
import { failureOf, type Outcome, outcomeOf } from './outcome.js';

/** Every example and run sample over random columns, cut into random batches. */
const numRuns = Number(process.env.ROWFUSE_TEST_RUNS ?? 15);

const transforms = await builtTransforms();

for (const backend of backendsUnderTest) {
  describe(`${backend}: the results of a stream, one after the other, are those of one call`, () => {
    for (const transform of transforms) {
      const { name, input, run } = transform;
      it(name, () =>
        fc.assert(
          fc.asyncProperty(
            arbitraryColumns(input),
            fc.array(fc.nat(20), { maxLength: 8 }),
            fc.integer({ min: 1, max: 4 }),
            async (columns, sizes, inFlight) => {
              const expected = await run(columns, { backend }).then(outcomeOf, failureOf);
              const stream = run.stream(cut(new Table(columns), sizes), { backend, inFlight });
              expect(await joined(transform, stream).then(outcomeOf, failureInStream)).toEqual(expected);
            },
          ),
          { numRuns },
        ),
      );
    }
  });

  describe(`${backend}: rows that fail in a stream`, () => {
    for (const { name, input, run } of transforms.filter((transform) => transform.name.startsWith('tolerant'))) {
      it(`${name}: null, with the errors of one call`, () =>
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
          { numRuns },
        ));
    }
  });
}

/** Slices of a table's batches, some of them empty; at least one. */
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

/** As the same call would tell it: without the batch. */
function failureInStream(error: unknown): Outcome {
  if (error instanceof RowfuseError) {
    expect(error.message).toMatch(/ \(Batch \d+ of the stream, row \d+ of it\.\)$/);
    error.message = error.message.replace(/ \(Batch .*\)$/, '');
  }
  return failureOf(error);
}
