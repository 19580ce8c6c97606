import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atLeast } from '../../codegen/5-build/tools/version.js';
import { root } from '../root.js';
import { ensurePackageIsBuilt, writeSource } from './built-package.js';
import { initials } from './sources.js';

// An app as `npm init -y` makes it, which is CommonJS, with rowfuse from the tarball that would be published.

/** A Node that runs TypeScript by stripping types: this one, or the one that CI installs. */
const strippingNode = atLeast(process.versions.node, '22.18')
  ? process.execPath
  : process.env.ROWFUSE_NODE_24 || undefined;
const without = strippingNode === undefined ? ' (skipped: needs Node 22.18, or ROWFUSE_NODE_24 with its path)' : '';

let app: string;
beforeAll(async () => {
  await ensurePackageIsBuilt();
  app = mkdtempSync(path.join(realpathSync(tmpdir()), 'rowfuse app-'));
  run('npm', ['init', '-y']);
  // Older versions of npm leave the type out, which means the same.
  run('npm', ['pkg', 'set', 'type=commonjs']);
  installTarball();
  for (const [name, text] of Object.entries(sources)) writeSource(app, name, text);
  run(process.execPath, [
    path.join(app, 'node_modules/rowfuse/dist/codegen/cli/main.js'),
    ...['build', 'src/initials.ts', '--out', 'generated', '--emit-only'],
  ]);
}, 120_000);
afterAll(() => rmSync(app, { recursive: true, force: true, maxRetries: 3 }));

const call = `const names: (string | null)[] = [...(await initials({ name: ['Ada', 'Émile'] }))];
  console.log(names.join(), backend().backend);`;
const printed = 'A,É js\n';
const imports = "import { backend, initials } from './generated/index.js';";
const main = (prelude: string) => `async function main(): Promise<void> {
  ${prelude}${call}
}
main();
`;
const dynamic = main("const { backend, initials } = await import('./generated/index.js');\n  ");
const stripped = (text: string) => text.replace(/: (?:Promise<void>|\(string \| null\)\[\])/g, '');

const sources = {
  'src/initials.ts': initials,
  'module.mjs': stripped(`${imports}\n${main('')}`),
  'script.js': stripped(dynamic),
  'static.ts': `${imports}\n${main('')}`,
  'module.mts': `${imports}\n${main('')}`,
  'dynamic.ts': dynamic,
};

/** Runs a program in the app, which must succeed without a word of complaint, and gives its output. */
function run(command: string, args: readonly string[]): string {
  const environment = { ...process.env, ROWFUSE_BACKEND: 'js', NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: app, env: environment, encoding: 'utf8' });
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** What `npm install rowfuse apache-arrow` leaves, with links to packages that are here already. */
function installTarball(): void {
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', app], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(packed.status, packed.stderr).toBe(0);
  const [{ filename }] = JSON.parse(packed.stdout);
  const installed = path.join(app, 'node_modules/rowfuse');
  mkdirSync(installed, { recursive: true });
  run('tar', ['-xzf', filename, '-C', installed, '--strip-components=1']);
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), '@types/node']) {
    const link = path.join(app, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), link, 'junction');
  }
}

const tool = (file: string) => path.join(root, 'node_modules', file);

describe('generated code in a CommonJS app', () => {
  test('is imported by ES modules', () => {
    expect(run(process.execPath, ['module.mjs'])).toBe(printed);
  });

  test('is imported by CommonJS modules with import()', () => {
    expect(run(process.execPath, ['script.js'])).toBe(printed);
  });

  test.each(['static.ts', 'module.mts', 'dynamic.ts'])('is imported under tsx by %s', (file) => {
    expect(run(process.execPath, [tool('tsx/dist/cli.mjs'), file])).toBe(printed);
  });

  test.each([
    ['nodenext', ['static.ts', 'module.mts', 'dynamic.ts']],
    ['preserve', ['static.ts', 'dynamic.ts']],
  ])('has types under tsc with module %s', (module, files) => {
    const flags = ['--strict', '--target', 'es2022', '--types', 'node', '--noEmit', '--module', module];
    run(process.execPath, [tool('typescript/bin/tsc'), ...flags, ...files]);
  });

  test.skipIf(without)(`is imported under Node by TypeScript whose types are stripped${without}`, () => {
    for (const file of ['module.mts', 'dynamic.ts']) expect(run(strippingNode ?? '', [file])).toBe(printed);
  });

  test('all entries of the package can be imported', () => {
    const entries = ['rowfuse', '@rowfuse/runtime', 'rowfuse/compiler', 'rowfuse/esbuild', 'rowfuse/vite'];
    const program = `for (const entry of ${JSON.stringify(entries)}) await import(entry);`;
    expect(run(process.execPath, ['--input-type=module', '--eval', program])).toBe('');
  });
});
