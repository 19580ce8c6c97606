import { createRequire } from 'node:module';
import { configure } from '@rowfuse/runtime';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { builtAddon } from '../built-folder.js';
import { arbitraryColumns, arbitraryParams } from './arbitrary-table.js';
import { builtCalls, takesLines } from './built-transforms.js';
import { outcomeOf } from './outcome.js';

/** Options that the addon of the tests takes beside those of `configure`. */
interface SeededAddon {
  configure(options: { readonly hashSeed: number }): void;
}

const runs = Math.ceil(Number(process.env.ROWFUSE_TEST_RUNS ?? 100) / 5);

/** The secret of the hashes is random. Only time may depend on it, neither bits of sums nor the order of groups. */
describe('the seed of hashes', async () => {
  // The addon of the process, which generated code loads as well.
  const addon: SeededAddon = createRequire(builtAddon)(builtAddon);
  const calls = (await builtCalls()).filter((call) => !takesLines(call) && call.groups?.isOrdered !== false);
  beforeAll(() => configure({ tileRows: 64, threads: 3 }));
  afterAll(() => addon.configure({ hashSeed: Math.floor(Math.random() * 2 ** 32) }));

  for (const backend of backendsUnderTest.filter((one) => one !== 'js')) {
    for (const call of calls) {
      it(`does not change the result of ${call.name} on ${backend}`, () =>
        fc.assert(
          fc.asyncProperty(arbitraryColumns(call.input), arbitraryParams(call.params), async (columns, params) => {
            const outcomes = [];
            for (const hashSeed of [0, 1, 0x9e3779b9, 0xffffffff]) {
              addon.configure({ hashSeed });
              const outcome = call.run(columns as never, { backend, params });
              outcomes.push(await outcome.then(outcomeOf, (error: Error) => error.message));
            }
            const [first, ...others] = outcomes;
            for (const other of others) expect(other).toEqual(first);
          }),
          { numRuns: runs },
        ));
    }
  }

  it('cannot be set by users', () => {
    expect(() => configure({ hashSeed: 1 } as never)).toThrow('configure: unknown option "hashSeed"');
  });
});
