import { RowError } from '@rowfuse/runtime';
import { Bool, makeVector, Utf8, vectorFromArray } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtTransforms } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

const objectLookups = (await builtTransforms()).find(({ name }) => name === 'objectLookups');

const localLookups = (await builtTransforms()).find(({ name }) => name === 'localLookups');

const mergedWithMaps = (await builtTransforms()).find(({ name }) => name === 'mergedWithMaps');

const inherited = [...Object.getOwnPropertyNames(Object.prototype)];

/** `object[key]` of a plain object finds properties that every object inherits. Such a row fails on every backend. */
describe.each(backendsUnderTest)('%s', (backend) => {
  const columns = (keys: readonly string[]) => ({
    s: vectorFromArray(keys, new Utf8()),
    t: vectorFromArray(keys, new Utf8()),
    n: makeVector(new Float64Array(keys.length)),
    k: makeVector(new Int32Array(keys.length)),
    b: vectorFromArray(
      keys.map(() => false),
      new Bool(),
    ),
  });

  it.each(inherited)('fails the row of the key %s', async (name) => {
    const call = objectLookups?.run(columns(['a', name, 'b']), { backend });
    await expect(call).rejects.toThrow(RowError);
    await expect(call).rejects.toThrow(
      `row 1: the row function threw TypeError: "${name}" is a name that every object`,
    );
  });

  it.each(inherited)(
    'fails the row of the key %s in an object that the row function writes, as the reference does',
    async (name) => {
      const given = {
        s: vectorFromArray(['a', name], new Utf8()),
        t: vectorFromArray(['b', 'b'], new Utf8()),
        k: makeVector(Int32Array.of(0, 1)),
      };
      await expect(localLookups?.run(given, { backend })).rejects.toThrow(RowError);
      expect(() => localLookups?.run.reference(given)).toThrow(name);
    },
  );

  it.each(inherited)('takes the key %s in an object that a literal makes as the reference does', async (name) => {
    const given = {
      s: vectorFromArray(['a', 'b'], new Utf8()),
      t: vectorFromArray(['', name], new Utf8()),
      x: makeVector(Float64Array.of(0, 2)),
    };
    const call = mergedWithMaps?.run(given, { backend });
    if (name === '__proto__') {
      await expect(call).rejects.toThrow(RowError);
      expect(() => mergedWithMaps?.run.reference(given)).toThrow('every object inherits __proto__');
    } else {
      const result = await call;
      const expected = mergedWithMaps?.run.reference(given);
      expect(result && outcomeOf(result)).toEqual(expected && outcomeOf(expected));
    }
  });

  it('finds keys that only look like inherited names', async () => {
    const keys = ['construct', 'toString ', 'a', 'valueof', '__proto_'];
    const result = await objectLookups?.run(columns(keys), { backend });
    const expected = objectLookups?.run.reference(columns(keys));
    expect(result && outcomeOf(result)).toEqual(expected && outcomeOf(expected));
  });
});
