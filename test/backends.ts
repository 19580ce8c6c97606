import type { Backend } from '@rowfuse/runtime';

const known: readonly Backend[] = ['cpu', 'cuda', 'js'];

/** The backends that are compared with the reference: `ROWFUSE_TEST_BACKENDS=cpu,cuda`; by default `cpu` and `js`. */
export const backendsUnderTest: readonly Backend[] = (process.env.ROWFUSE_TEST_BACKENDS ?? 'cpu,js')
  .split(',')
  .map((name) => {
    const backend = known.find((candidate) => candidate === name.trim());
    if (!backend) throw new Error(`ROWFUSE_TEST_BACKENDS names ${name}; there are ${known.join(', ')}.`);
    return backend;
  });
