import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { buildPrograms, comparePrograms } from './compare-programs.js';
import { explainDifference } from './explain-difference.js';
import type { Difference } from './find-difference.js';
import { compilePrograms, fuzzFolder } from './programs.js';
import { randomPrograms } from './random-program.js';

/** Compares each backend with the reference for random row functions over random columns. `npm run fuzz` runs any number. */
const seed = 1;
const count = Number(process.env.ROWFUSE_FUZZ_PROGRAMS ?? 24);
const hour = 3_600_000;
const options = { backends: backendsUnderTest, tables: 60, seed };

it(
  'random row functions equal the reference',
  async () => {
    const { programs, differences } = await differencesOf('test', randomPrograms(seed, 0, count));
    expect(programs.length).toBeGreaterThan(0);
    for (const [index, found] of differences.entries()) {
      if (!found) continue;
      let builds = 0;
      // Each has its own folder, because a loaded addon stays loaded.
      const findDifferences = async (candidates: readonly string[]) => {
        builds += 1;
        return (await differencesOf(`test-shrink-${builds}`, candidates)).differences;
      };
      throw new Error(await explainDifference(programs[index] ?? '', found, seed, findDifferences));
    }
    rmSync(fuzzFolder('test'), { recursive: true, force: true });
  },
  hour,
);

async function differencesOf(folder: string, given: readonly string[]) {
  const compiled = compilePrograms(folder, given);
  const generated = await buildPrograms(folder, compiled);
  const differences: (Difference | undefined)[] = [];
  for await (const { comparison } of comparePrograms(generated, { first: 0, end: given.length }, options))
    if (comparison) differences.push(comparison.difference);
  return { programs: compiled.programs, differences };
}
