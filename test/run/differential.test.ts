import type { Backend } from '@rowfuse/runtime';
import { describe, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';
import { isComparable } from './comparable.js';
import { expectEqualsReference } from './expect-equals-reference.js';

/** Runs every example and run sample over random columns. They are others each time, so few tables per run find a difference soon. */
const runs = Number(process.env.ROWFUSE_TEST_RUNS ?? 40);

/** The js backend evaluates with the code of the reference, in turns, so a few tables suffice. */
const runsOn = (backend: Backend) => (backend === 'js' ? Math.ceil(runs / 10) : runs);

for (const backend of backendsUnderTest) {
  describe(`${backend} equals the reference`, async () => {
    for (const transform of await builtTransforms()) {
      it.runIf(isComparable(transform))(transform.name, () =>
        expectEqualsReference(transform, backend, runsOn(backend)),
      );
    }
  });
}
