import type { Backend } from '@rowfuse/runtime';
import type { Table, Vector } from 'apache-arrow';
import fc from 'fast-check';
import { expect } from 'vitest';
import { arbitraryColumns, arbitraryParams } from './arbitrary-table.js';
import type { BuiltTransform, Values } from './built-transforms.js';
import { failureOf, type Outcome, outcomeOf } from './outcome.js';

/** Expects a backend to give the reference's bytes, or its error, over random columns. Calls go as users make them, or by `call`. */
export async function expectEqualsReference(
  { input, params, run }: BuiltTransform,
  backend: Backend,
  numRuns: number,
  call: (columns: Record<string, Vector>, options: { readonly params: Values }) => Promise<Vector | Table> = (
    columns,
    options,
  ) => run(columns, { backend, ...options }),
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitraryColumns(input), arbitraryParams(params), async (columns, values) => {
      const options = { params: values };
      const expected = attempt(() => outcomeOf(run.reference(columns, options)));
      const actual = await call(columns, options).then(outcomeOf, failureOf);
      // The only limit that plain JavaScript does not have. Its own tests define where it applies.
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
