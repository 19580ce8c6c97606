import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atLeast } from '../../codegen/5-build/tools/version.js';
import { root } from '../root.js';
import { ensurePackageIsBuilt, runProgram, writeSource } from './built-package.js';
import { type LocalRegistry, startRegistry } from './local-registry.js';
import { initials } from './sources.js';

// An app as `npm init -y` makes it, which is CommonJS. The README's commands install rowfuse and its runtime from the tarballs that
// would be published.

/** A Node that runs TypeScript by stripping types: this one, or the one that CI installs. */
const strippingNode = atLeast(process.versions.node, '22.18')
  ? process.execPath
  : process.env.ROWFUSE_NODE_24 || undefined;
const without = strippingNode === undefined ? ' (skipped: needs Node 22.18, or ROWFUSE_NODE_24 with its path)' : '';

let temporary: string;
let app: string;
let production: string;
let registry: LocalRegistry;
let built: string;

beforeAll(async () => {
  await ensurePackageIsBuilt();
  temporary = mkdtempSync(path.join(realpathSync(tmpdir()), 'rowfuse app-'));
  [app, production] = [path.join(temporary, 'app'), path.join(temporary, 'production')];
  for (const [name, text] of Object.entries(sources)) writeSource(app, name, text);
  registry = await startRegistry({ rowfuse: pack('.'), '@rowfuse/runtime': pack('runtime') });
  await run('npm', ['init', '-y']);
  // Older versions of npm omit the type, which means the same.
  await run('npm', ['pkg', 'set', 'type=commonjs']);
  await run('npm', ['install', '@rowfuse/runtime', 'apache-arrow']);
  await run('npm', ['install', '--save-dev', 'rowfuse', '@types/node']);
  built = await run('npx', ['rowfuse', 'build', 'src/initials.ts', 'src/marked.ts', '--out', 'generated', '--no-cuda']);
  for (const name of ['package.json', 'package-lock.json', 'generated', 'module.mjs'])
    cpSync(path.join(app, name), path.join(production, name), { recursive: true });
  await run('npm', ['ci', '--omit=dev'], { cwd: production });
}, 300_000);

afterAll(() => {
  registry?.server.close();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
});

const call = `const names: (string | null)[] = [...(await initials({ name: ['Ada', 'Émile'] }))];
  const [mark]: (string | null)[] = [...(await marked({ name: ['Ada'] }))];
  console.log(names.join(), mark, backend().backend);`;
const markOfAda = createHash('sha256').update('Ada').digest('hex');
const printed = (backend: string) => `A,É ${markOfAda} ${backend}\n`;
const imports = "import { backend, initials, marked } from './generated/index.js';";
const main = (prelude: string) => `async function main(): Promise<void> {
  ${prelude}${call}
}
main();
`;
const dynamic = main("const { backend, initials, marked } = await import('./generated/index.js');\n  ");
const stripped = (text: string) => text.replace(/: (?:Promise<void>|\(string \| null\)\[\])/g, '');

const sources = {
  // This text differs from what other tests build, which share the cache and expect to compile their own.
  'src/initials.ts': initials.replace('name.charAt(0)', 'name.slice(0, 1)'),
  // The reference imports the hash function.
  'src/marked.ts': `import { sha256, transform, utf8 } from 'rowfuse';

export const marked = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => sha256(name) });
`,
  'module.mjs': stripped(`${imports}\n${main('')}`),
  'script.js': stripped(dynamic),
  'static.ts': `${imports}\n${main('')}`,
  'module.mts': `${imports}\n${main('')}`,
  'dynamic.ts': dynamic,
};

interface Where {
  readonly cwd?: string;
  readonly backend?: string;
}

/** Runs a program in the app and returns its output. The program must succeed without a warning. */
async function run(command: string, args: readonly string[], { cwd = app, backend = 'js' }: Where = {}) {
  const environment = {
    ...process.env,
    ROWFUSE_BACKEND: backend,
    NODE_OPTIONS: '',
    npm_config_registry: registry.url,
    npm_config_noproxy: '127.0.0.1',
    npm_config_cache: path.join(temporary, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
  const { status, stdout, stderr } = await runProgram(command, args, cwd, environment);
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** Packs the package of a folder as npm publishes it, and returns the tarball. */
function pack(folder: string): string {
  const args = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', temporary];
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: path.join(root, folder), encoding: 'utf8' }));
  return path.join(temporary, packed.filename);
}

const tool = (file: string) => path.join(root, 'node_modules', file);

describe('generated code in a CommonJS app', () => {
  test('is built without a note', () => {
    expect(built).toMatch(/^initials: \w.*\nmarked: \w/);
    expect(built).not.toContain('note:');
  });

  test('is imported by ES modules', async () => {
    expect(await run(process.execPath, ['module.mjs'])).toBe(printed('js'));
  });

  test('is imported by CommonJS modules with import()', async () => {
    expect(await run(process.execPath, ['script.js'])).toBe(printed('js'));
  });

  test.each(['static.ts', 'module.mts', 'dynamic.ts'])('is imported under tsx by %s', async (file) => {
    expect(await run(process.execPath, [tool('tsx/dist/cli.mjs'), file])).toBe(printed('js'));
  });

  test.each([
    ['nodenext', ['static.ts', 'module.mts', 'dynamic.ts']],
    ['preserve', ['static.ts', 'dynamic.ts']],
  ])('has types under tsc with module %s', async (module, files) => {
    const flags = ['--strict', '--target', 'es2022', '--types', 'node', '--noEmit', '--module', module];
    await run(process.execPath, [tool('typescript/bin/tsc'), ...flags, ...files]);
  });

  test.skipIf(without)(`is imported under Node by TypeScript whose types are stripped${without}`, async () => {
    for (const file of ['module.mts', 'dynamic.ts']) expect(await run(strippingNode ?? '', [file])).toBe(printed('js'));
  });

  test('can import all entries of the packages', async () => {
    const entries = ['rowfuse', '@rowfuse/runtime', 'rowfuse/compiler', 'rowfuse/esbuild', 'rowfuse/vite'];
    const program = `for (const entry of ${JSON.stringify(entries)}) await import(entry);`;
    expect(await run(process.execPath, ['--input-type=module', '--eval', program])).toBe('');
  });

  test('needs the runtime among its dependencies, or the build says so', async () => {
    const file = path.join(app, 'package.json');
    const text = readFileSync(file, 'utf8');
    const { dependencies, ...others } = JSON.parse(text);
    const { '@rowfuse/runtime': runtime, ...rest } = dependencies;
    writeFileSync(file, JSON.stringify({ ...others, dependencies: rest }));
    const build = () => run('npx', ['rowfuse', 'build', 'src/*.ts', '--out', 'generated', '--no-cuda']);
    const note = /^note: .*package\.json does not list `@rowfuse\/runtime` .*npm install @rowfuse\/runtime@\d/m;
    expect(runtime).toMatch(/^\^?\d/);
    expect(await build()).toMatch(note);
    // A build that finds nothing changed repeats the message.
    expect(await build()).toMatch(note);
    writeFileSync(file, text);
    expect(await build()).not.toContain('note:');
  });
});

describe('the app in production', () => {
  test('installs the runtime and Arrow, and neither the compiler nor its dependencies', async () => {
    const listed = JSON.parse(await run('npm', ['ls', '--omit=dev', '--json'], { cwd: production }));
    expect(Object.keys(listed.dependencies).sort()).toEqual(['@rowfuse/runtime', 'apache-arrow']);
    const all = JSON.parse(await run('npm', ['ls', '--omit=dev', '--all', '--json'], { cwd: production }));
    expect(Object.keys(all.dependencies['@rowfuse/runtime'].dependencies)).toEqual(['apache-arrow']);
    const ofArrow = await run('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: production });
    expect(ofArrow).not.toMatch(/node_modules\/(?:rowfuse|ts-morph|cmake-js|handlebars)$/m);
    expect(existsSync(path.join(production, 'node_modules/rowfuse'))).toBe(false);
  });

  test('installs a runtime of at most 1 MB', () => {
    expect(bytesBelow(path.join(production, 'node_modules/@rowfuse/runtime'))).toBeLessThanOrEqual(1_000_000);
  });

  test.each(['js', 'cpu'])('runs on %s', async (backend) => {
    expect(await run(process.execPath, ['module.mjs'], { cwd: production, backend })).toBe(printed(backend));
  });
});

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
