import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { backendsUnderTest } from '../backends.js';
import { buildTransforms, root } from '../build-transforms.js';
import { builtTransforms } from '../run/built-transforms.js';
import { expectEqualsReference } from '../run/expect-equals-reference.js';
import { randomModule } from './random-program.js';

/**
 * Random row functions over random columns. `ROWFUSE_FUZZ_SEED=7 ROWFUSE_FUZZ_PROGRAMS=200 npm run fuzz` runs others and
 * more of them; the source of what fails is `test/.fuzz/<seed>/input.ts`.
 */
const seed = Number(process.env.ROWFUSE_FUZZ_SEED ?? 1);
const programs = Number(process.env.ROWFUSE_FUZZ_PROGRAMS ?? 12);
const out = path.join(root, 'test/.fuzz', String(seed));

describe('a random row function equals the reference', async () => {
  mkdirSync(out, { recursive: true });
  const source = path.join(out, 'input.ts');
  writeFileSync(source, randomModule(seed, programs));
  await buildTransforms([source], path.join(out, 'generated'));
  for (const transform of await builtTransforms(path.join(out, 'generated'))) {
    for (const backend of backendsUnderTest) {
      it(`${transform.name} on ${backend}`, () => expectEqualsReference(transform, backend, 60));
    }
  }
});
