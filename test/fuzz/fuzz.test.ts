import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Backend } from 'rowfuse/runtime';
import { describe, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { buildTransforms, root } from '../build-transforms.js';
import { type BuiltTransform, builtTransforms } from '../run/built-transforms.js';
import { type Difference, findDifference, showRow } from './find-difference.js';
import { moduleOf, randomPrograms } from './random-program.js';
import { nameOf, numbered, shrink } from './shrink.js';

/**
 * Random row functions over random columns, each backend against the reference. `npm run fuzz -- --programs 1000 --seed 7`
 * runs others, and as many as one likes. What fails is shrunk, and printed as a module with a row.
 */
const seed = Number(process.env.ROWFUSE_FUZZ_SEED ?? 1);
const programs = Number(process.env.ROWFUSE_FUZZ_PROGRAMS ?? 12);
/** Programs of one addon. */
const batch = 24;
const tables = 60;
const hour = 3_600_000;

describe('random row functions equal the reference', () => {
  const firsts = Array.from({ length: Math.ceil(programs / batch) }, (_, index) => index * batch);
  it.each(firsts)(
    'programs from %i on',
    async (first) => {
      const sources = randomPrograms(seed, first, Math.min(batch, programs - first));
      const transforms = await build(`${seed}-${first}`, sources);
      for (const [index, transform] of transforms.entries()) {
        const found = await firstDifference(transform);
        if (found) throw new Error(await explain(sources[index] ?? '', found));
      }
      rmSync(folder(`${seed}-${first}`), { recursive: true, force: true });
    },
    hour,
  );
});

function folder(name: string): string {
  return path.join(root, 'test/.fuzz', name);
}

/** The transforms of programs, in their order. */
async function build(name: string, sources: readonly string[]): Promise<readonly BuiltTransform[]> {
  mkdirSync(folder(name), { recursive: true });
  const file = path.join(folder(name), 'input.ts');
  writeFileSync(file, moduleOf(sources));
  await buildTransforms([file], path.join(folder(name), 'generated'));
  const built = new Map((await builtTransforms(path.join(folder(name), 'generated'))).map((made) => [made.name, made]));
  return sources.flatMap((source) => built.get(nameOf(source)) ?? []);
}

async function firstDifference(
  transform: BuiltTransform,
  backends: readonly Backend[] = backendsUnderTest,
): Promise<Difference | undefined> {
  for (const backend of backends) {
    const found = await findDifference(transform, backend, tables, seed);
    if (found) return found;
  }
  return undefined;
}

/** The smallest program that fails in the same way, with a row of its own. */
async function explain(source: string, found: Difference): Promise<string> {
  let builds = 0;
  let last = found;
  const smallest = await shrink(source, async (candidates) => {
    builds += 1;
    const results: boolean[] = [];
    for (const transform of await build(`shrink-${seed}-${process.pid}-${builds}`, numbered(candidates))) {
      const difference = results.includes(true) ? undefined : await firstDifference(transform, [found.backend]);
      if (difference) last = difference;
      results.push(difference !== undefined);
    }
    return results;
  });
  const { backend, row, expected, actual } = last;
  return [
    `The ${backend} backend and the reference disagree (seed ${seed}):`,
    '',
    moduleOf([smallest]),
    `// ${showRow(row)}`,
    `// reference: ${expected}`,
    `// ${backend}: ${actual}`,
  ].join('\n');
}
