import { configure } from '@rowfuse/runtime';
import { Int32, Utf8, vectorFromArray } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtCalls } from './built-transforms.js';
import { hasKernels } from './has-kernels.js';
import { outcomeOf } from './outcome.js';

const calls = new Map((await builtCalls()).map((call) => [call.name, call]));

/** Names of 6,000 groups. They share beginnings of many lengths, and some are longer than the memory of a batch of rows. */
function nameOf(row: number): string {
  const group = (row * 7919) % 6000;
  const beginning = 'https://www.example.com/'.slice(0, group % 25);
  const end = ['', 'é', '\uFFFD', '😀'][row % 4] ?? '';
  if (group === 17) return `${beginning}${end}${'y'.repeat(row % 12_000)}`;
  return `${beginning}${group}${'x'.repeat(group % 60)}${end}${row % 100}`;
}

describe('more groups than the nearest caches hold', () => {
  beforeAll(() => configure({ threads: 2 }));
  afterAll(() => configure({ threads: undefined }));

  for (const backend of backendsUnderTest.filter((one) => one !== 'js')) {
    it(`equal those of the reference, with keys and texts that ${backend} computes`, async ({ skip }) => {
      const call = calls.get('groupsOfShown');
      if (!call) throw new Error('groupsOfShown is not built');
      if (backend === 'cuda' && !(await hasKernels(call))) skip();
      const rows = Array.from({ length: 40_000 }, (_, row) => row);
      const columns = {
        name: vectorFromArray(rows.map(nameOf), new Utf8()),
        n: vectorFromArray(rows, new Int32()),
      };
      const expected = outcomeOf(call.run.reference(columns as never, { params: {} }));
      expect(outcomeOf(await call.run(columns as never, { backend, params: {} }))).toEqual(expected);
    });
  }
});
