import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensurePackageIsBuilt, runNode, runProgram, temporaryProject } from '../cli/built-package.js';
import { filesShownIn, readPage } from '../docs/page.js';
import { root } from '../root.js';
import { builtAddon, generated, hasAddon } from './bundled-app.js';

// The files that docs/start/deployment.md shows, in an app as it describes.

beforeAll(ensurePackageIsBuilt, 120_000);

const page = readPage('start/deployment.md');
const files = filesShownIn(page, 'js');

/** An app with the files of the page, and the bundlers beside rowfuse. */
function project(): string {
  const app = temporaryProject(files);
  writeFileSync(path.join(app, 'package.json'), '{ "name": "app", "type": "commonjs" }');
  symlinkSync(generated, path.join(app, 'generated'), 'junction');
  for (const name of ['esbuild', 'vite']) {
    symlinkSync(path.join(root, 'node_modules', name), path.join(app, 'node_modules', name), 'junction');
  }
  return app;
}

const tool = (file: string) => path.join(root, 'node_modules', file);

async function run(app: string, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runNode(args, app, { ...process.env, ROWFUSE_BACKEND: '' });
  expect(status, stderr).toBe(0);
  return stdout;
}

test('the page shows the files that these tests use', () => {
  expect(Object.keys(files)).toEqual(['src/app.mjs', 'build.mjs', 'vite.config.js', 'src/named.js']);
});

describe.runIf(hasAddon)('the files of the page', () => {
  test('bundle with esbuild', async () => {
    const app = project();
    await run(app, 'build.mjs');
    expect(await run(app, 'dist/app.mjs')).toBe("[ 'L Ada' ] cpu\n");
  });

  test('bundle with Vite', async () => {
    const app = project();
    await run(app, tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn');
    expect(await run(app, 'dist/app.mjs')).toBe("[ 'L Ada' ] cpu\n");
  });

  test('name the addon of a CommonJS bundle', async () => {
    const app = project();
    const command = /^\$ npx esbuild (.*)$/m.exec(page)?.[1]?.split(' ') ?? [];
    // The file is a script, or the program itself if install scripts ran.
    const { status, stderr } = await runProgram(tool('esbuild/bin/esbuild'), [...command, '--log-level=error'], app);
    expect(status, stderr).toBe(0);
    copyFileSync(builtAddon, path.join(app, 'dist/rowfuse.node'));
    expect(await run(app, 'dist/named.cjs')).toBe("[ 'L Ada' ] cpu\n");
  });
});
