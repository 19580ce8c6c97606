import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { arbitraryColumns } from './arbitrary-table.js';
import { builtToDevice, builtTransforms } from './built-transforms.js';
import { failureOf, type Outcome, outcomeOf } from './outcome.js';

/** Every example and run sample over device tables of random columns, against the reference over the columns themselves. */
const runs = Number(process.env.ROWFUSE_TEST_RUNS ?? 25);
const toDevice = await builtToDevice();

for (const backend of backendsUnderTest) {
  describe(`${backend}: a device table gives what the reference gives`, async () => {
    for (const { name, input, run, single } of await builtTransforms()) {
      it(name, async () => {
        await fc.assert(
          fc.asyncProperty(arbitraryColumns(input), async (columns) => {
            const expected = attempt(() => outcomeOf(run.reference(columns)));
            const resident = async (): Promise<Outcome> => {
              using table = await toDevice(columns, { backend });
              using result = await run(table);
              const arrow = await result.toArrow();
              const only = single ? arrow.getChildAt(0) : null;
              return outcomeOf(only ?? arrow);
            };
            expect(await resident().catch(failureOf)).toEqual(expected);
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
