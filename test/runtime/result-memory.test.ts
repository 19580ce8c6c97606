import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { ResultMemory } from '../../runtime/output/result-memory.js';
import { describeTransform } from './describe-transform.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;
const identity = describeTransform({ x: 'int32' }, 'int32', ({ x }) => x);
const megabyte = 2 ** 20;

it('results that are not held lose their memory when young objects are collected', () => {
  const results = new ResultMemory();
  results.keep({}, identity, []);
  // Objects that live through this are old.
  collect();
  collect();
  const before = process.memoryUsage().arrayBuffers;
  for (let call = 0; call < 16; call += 1) {
    const values = new Uint8Array(megabyte);
    results.keep({ values }, identity, [{ length: megabyte, columns: [{ values, nullCount: 0 }] }]);
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThanOrEqual(15 * megabyte);
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3 * megabyte);
});
