import { describe, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';
import { isComparable } from './comparable.js';
import { expectEqualsReference } from './expect-equals-reference.js';
import { randomRuns } from './random-runs.js';

/** Runs every example and run sample over random columns. */
for (const backend of backendsUnderTest) {
  describe(`${backend} equals the reference`, async () => {
    for (const transform of await builtTransforms()) {
      it.runIf(isComparable(transform))(transform.name, () =>
        expectEqualsReference(transform, backend, randomRuns(backend, 30)),
      );
    }
  });
}
