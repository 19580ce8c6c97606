import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { arbitraryColumns } from './arbitrary-table.js';
import { builtTransforms } from './built-transforms.js';
import { failureOf, type Outcome, outcomeOf } from './outcome.js';

/** Every example and run sample, over random columns: each backend gives the reference's bytes, or its error. */
const runs = Number(process.env.ROWFUSE_TEST_RUNS ?? 150);

for (const backend of backendsUnderTest) {
  describe(`${backend} equals the reference`, async () => {
    for (const { name, input, run } of await builtTransforms()) {
      it(name, async () => {
        await fc.assert(
          fc.asyncProperty(arbitraryColumns(input), async (columns) => {
            const expected = attempt(() => outcomeOf(run.reference(columns)));
            const actual = await run(columns, { backend }).then(outcomeOf, failureOf);
            expect(actual).toEqual(expected);
          }),
          { numRuns: runs },
        );
      });
    }
  });
}

function attempt(call: () => Outcome): Outcome {
  try {
    return call();
  } catch (error) {
    return failureOf(error);
  }
}
