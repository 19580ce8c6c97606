import type { Backend } from '@rowfuse/runtime';

/**
 * Returns the number of random tables for one transform: ROWFUSE_TEST_RUNS, or the given number. They are others each time, so few of them
 * find a difference soon. The js backend evaluates with the code of the reference, in turns, so it needs a tenth.
 */
export function randomRuns(backend: Backend, byDefault: number): number {
  const runs = Number(process.env.ROWFUSE_TEST_RUNS ?? byDefault);
  return backend === 'js' ? Math.ceil(runs / 10) : runs;
}
