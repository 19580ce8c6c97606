import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtCalls, builtTransforms, takesLines } from '../run/built-transforms.js';
import { runCase, type Tally } from './malformed-cases.js';

/**
 * Some malformed inputs of every example and run sample. scripts/malformed-inputs.mjs runs any number; its last long run is in
 * bench/results/malformed-inputs-*.json.
 */
const cases = 2;
const transforms = [...(await builtTransforms()), ...(await builtCalls()).filter((call) => !takesLines(call))];

describe("malformed inputs give the reference's result or typed error on every backend", () => {
  const tally: Tally = {};

  it.each(transforms.map((transform, place) => [transform.name, transform, place] as const))(
    '%s',
    async (_, transform, place) => {
      for (let one = 0; one < cases; one += 1)
        expect(await runCase(transform, place * 10_007 + one, backendsUnderTest, tally)).toBeUndefined();
    },
  );

  it('covers each kind of damage', () => {
    expect(Object.keys(tally)).toEqual(expect.arrayContaining(['RowError', 'SchemaError', 'result']));
  });
});
