import { describe, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtToDevice, builtTransforms, isHostOnly } from './built-transforms.js';
import { isComparable } from './comparable.js';
import { expectEqualsReference } from './expect-equals-reference.js';
import { randomRuns } from './random-runs.js';

/** Runs every example and run sample over device tables of random columns. */
const toDevice = await builtToDevice();

for (const backend of backendsUnderTest) {
  describe(`${backend}: a device table gives the result of the reference`, async () => {
    for (const transform of (await builtTransforms()).filter((one) => !isHostOnly(one))) {
      it.runIf(isComparable(transform))(transform.name, () =>
        expectEqualsReference(transform, backend, randomRuns(backend, 5), async (columns, options) => {
          using table = await toDevice(columns, { backend });
          using result = await transform.run(table, options);
          const arrow = await result.toArrow();
          return (transform.single ? arrow.getChildAt(0) : null) ?? arrow;
        }),
      );
    }
  });
}
