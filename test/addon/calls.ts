import { type Backend, type CallOptions, RowfuseError, type Transform } from '@rowfuse/runtime';
import type { Table, Vector } from 'apache-arrow';
import { expect } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from '../run/built-transforms.js';
import { outcomeOf } from '../run/outcome.js';

export type Run = Transform<Record<string, Vector>, Vector | Table>;
export type Input = Parameters<Run>[0];

const built = new Map((await builtTransforms()).map(({ name, run }) => [name, run]));

/** Returns a transform of the examples or run samples. */
export function transformNamed(name: string): Run {
  const run = built.get(name);
  if (!run) throw new Error(`No example or run sample is called ${name}`);
  return run;
}

/** The backends under test that the addon implements. */
export const nativeBackends = backendsUnderTest.filter((backend) => backend !== 'js');

/** Expects a call to give the result of the reference. */
export async function expectReference(run: Run, input: Input, options: CallOptions): Promise<void> {
  expect(outcomeOf(await run(input, options))).toEqual(outcomeOf(run.reference(input)));
}

/** Returns the error of a call, after checking that it is typed and equals the reference's. The next call of the transform must work. */
export async function failureOf(run: Run, bad: unknown, good: Input, backend: Backend): Promise<RowfuseError> {
  const error = await run(bad as Input, { backend }).then(() => undefined, caught);
  await expectReference(run, good, { backend });
  if (error === undefined) throw new Error('The call succeeded');
  const { code, message } = referenceFailure(run, bad);
  expect({ code: error.code, message: error.message }).toEqual({ code, message });
  return error;
}

function referenceFailure(run: Run, bad: unknown): RowfuseError {
  try {
    run.reference(bad as Input);
  } catch (error) {
    return caught(error);
  }
  throw new Error('The reference succeeds');
}

function caught(error: unknown): RowfuseError {
  expect(error).toBeInstanceOf(RowfuseError);
  return error as RowfuseError;
}
