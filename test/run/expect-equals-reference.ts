import type { Table, Vector } from 'apache-arrow';
import fc from 'fast-check';
import type { Backend } from 'rowfuse/runtime';
import { expect } from 'vitest';
import { arbitraryColumns } from './arbitrary-table.js';
import type { BuiltTransform } from './built-transforms.js';
import { failureOf, type Outcome, outcomeOf } from './outcome.js';

/** Over random columns, a backend gives the reference's bytes, or its error; called as users call it, or by `call`. */
export async function expectEqualsReference(
  { input, run }: BuiltTransform,
  backend: Backend,
  numRuns: number,
  call: (columns: Record<string, Vector>) => Promise<Vector | Table> = (columns) => run(columns, { backend }),
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitraryColumns(input), async (columns) => {
      const expected = attempt(() => outcomeOf(run.reference(columns)));
      const actual = await call(columns).then(outcomeOf, failureOf);
      // The one limit that plain JavaScript does not have. Its own tests tell when it must be met, and when not.
      if (!('code' in actual && actual.message.includes('a bigint leaves 128 bits'))) expect(actual).toEqual(expected);
    }),
    { numRuns },
  );
}

function attempt(call: () => Outcome): Outcome {
  try {
    return call();
  } catch (error) {
    return failureOf(error);
  }
}
