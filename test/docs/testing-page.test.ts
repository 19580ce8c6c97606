import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { commandFile, ensurePackageIsBuilt, runNode, temporaryProject } from '../cli/built-package.js';
import { root } from '../root.js';
import { filesShownIn, readPage } from './page.js';

// The files that docs/start/testing.md shows, in an app as it describes.

beforeAll(ensurePackageIsBuilt, 120_000);

const page = readPage('start/testing.md');
const files = filesShownIn(page, 'ts');

test('the page shows these files', () => {
  expect(Object.keys(files)).toEqual([
    'src/transforms.ts',
    'test/row.test.ts',
    'test/call.test.ts',
    'test/properties.test.ts',
  ]);
});

/** Builds the transform as the page has it, or changed, without a compiler, and runs the tests of the page. */
async function runTests(change: (source: string) => string) {
  const app = temporaryProject({ ...files, 'src/transforms.ts': change(files['src/transforms.ts'] ?? '') });
  writeFileSync(path.join(app, 'package.json'), '{ "type": "module", "dependencies": { "@rowfuse/runtime": "*" } }');
  for (const name of ['vitest', 'fast-check']) {
    mkdirSync(path.join(app, 'node_modules'), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), path.join(app, 'node_modules', name), 'junction');
  }
  const build = [commandFile, 'build', 'src/transforms.ts', '--out', 'generated', '--emit-only'];
  const built = await runNode(build, app);
  expect(built.status, built.stderr).toBe(0);
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_)/.test(name)),
  );
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  return runNode([vitest, 'run', '--root', app, '--testTimeout', '60000'], app, {
    ...environment,
    ROWFUSE_BACKEND: 'js',
    NO_COLOR: '1',
  });
}

test('the tests of the page pass', async () => {
  const { status, stdout, stderr } = await runTests((source) => source);
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/Tests {2}6 passed/);
});

test('the tests of the page fail for the mistake that it names, with the counterexample that it shows', async () => {
  const [, shown = ''] = /^```text\n([\s\S]+?)^```$/m.exec(page) ?? [];
  const { status, stdout, stderr } = await runTests((source) => source.replace("',', '.'", "',', ''"));
  expect(status).toBe(1);
  expect(shown).not.toBe('');
  for (const line of shown.trim().split('\n')) expect(stdout + stderr).toContain(line);
});
