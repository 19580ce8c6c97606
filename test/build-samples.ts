import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildTransforms, isChecked } from './build-transforms.js';
import { builtFolder } from './built-folder.js';
import { root } from './root.js';

/**
 * Compiles the examples and all run samples into one addon in `test/.build`, before the tests. ROWFUSE_TEST_SAMPLES names the wanted
 * samples; if it is empty, nothing is built. ROWFUSE_TEST_OPTIMIZATION=3 builds them as users do, which takes three times as long.
 * ROWFUSE_TEST_CHECKED=1 verifies the claims of the planner: see CONTRIBUTING.md.
 */
export default async function setup(): Promise<void> {
  if (process.env.ROWFUSE_TEST_SAMPLES === '') return;
  const samples = path.join(root, 'test/run/samples');
  const examples = path.join(root, 'examples');
  await buildTransforms(
    [
      ...readdirSync(examples)
        .filter((name) => name.endsWith('.ts'))
        .map((name) => path.join(examples, name)),
      ...(process.env.ROWFUSE_TEST_SAMPLES?.split(' ') ?? readdirSync(samples)).map((name) =>
        path.join(samples, name, 'input.ts'),
      ),
    ],
    builtFolder,
    { optimization: process.env.ROWFUSE_TEST_OPTIMIZATION === '3' ? 3 : 0, quick: isChecked },
  );
}
