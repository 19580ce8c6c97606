import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commandFile, ensurePackageIsBuilt, runNode, temporaryProject, writeSource } from './built-package.js';
import { twice } from './sources.js';

beforeAll(ensurePackageIsBuilt, 120_000);

const shout = `import { transform, utf8 } from 'rowfuse';
import { mark } from './mark.js';
export const shout = transform({ input: { s: utf8 }, output: utf8, row: ({ s }) => s + mark });
`;

/** Reports at the end whether TypeScript was loaded. */
const spy = `process.on('exit', () => {
  if (Object.keys(require.cache).some((file) => file.includes('ts-morph'))) console.error('TypeScript was loaded');
});`;

let project: string;
beforeEach(() => {
  project = temporaryProject({ 'src/a.ts': twice, 'src/b.ts': shout, 'src/mark.ts': "export const mark = '!';\n" });
  writeFileSync(path.join(project, 'spy.cjs'), spy);
});

async function build(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const command = [
    '--require',
    path.join(project, 'spy.cjs'),
    commandFile,
    'build',
    'src/?.ts',
    '--emit-only',
    ...args,
  ];
  const { status, stdout, stderr } = await runNode(command, project, { ...process.env, ...environment });
  return { status, stdout, stderr, checked: stderr.includes('checking src/a.ts') };
}

const at = (file: string) => path.join(project, file);

describe('a second build', () => {
  test('reports that nothing has changed without loading TypeScript', async () => {
    const first = await build();
    expect(first).toMatchObject({ status: 0, checked: true });
    expect(first.stderr).toContain('TypeScript was loaded');
    const second = await build();
    expect(second).toMatchObject({ status: 0, checked: false });
    expect(second.stderr).not.toContain('TypeScript was loaded');
    expect(second.stdout).toMatch(/^twice: unchanged\nshout: unchanged\ngenerated: 0 written, \d+ unchanged\ndone in/);
  });

  test.each<[string, () => void]>([
    ['a source has changed', () => appendFileSync(at('src/a.ts'), '\n')],
    [
      'a module that a source imports has changed',
      () => writeFileSync(at('src/mark.ts'), "export const mark = '?';\n"),
    ],
    [
      'there is a tsconfig.json now',
      () => writeFileSync(at('tsconfig.json'), '{ "compilerOptions": { "strict": true } }'),
    ],
    ['package.json has changed', () => writeFileSync(at('package.json'), '{ "type": "module", "name": "other" }')],
    ['there is another source', () => writeSource(project, 'src/c.ts', twice.replaceAll('twice', 'again'))],
    ['a generated file is gone', () => rmSync(at('generated/twice/twice.cpp'))],
    ['a generated file was changed', () => appendFileSync(at('generated/twice/twice.reference.js'), '// by hand\n')],
    ['the manifest was changed', () => appendFileSync(at('generated/manifest.json'), '\n')],
    ['the record of the last build is torn', () => tearStamps()],
  ])('compiles again if %s', async (_, change) => {
    await build();
    change();
    expect(await build()).toMatchObject({ status: 0, checked: true });
    expect(await build()).toMatchObject({ status: 0, checked: false });
  });

  test.each<[string, readonly string[], NodeJS.ProcessEnv]>([
    ['flags', ['--no-cuda'], {}],
    ['level of the CPU', [], { ROWFUSE_CPU_LEVEL: 'x86-64' }],
    ['CXXFLAGS', [], { CXXFLAGS: '-DOTHER' }],
    ['compilers', [], { PATH: path.dirname(process.execPath) }],
  ])('compiles again with other %s', async (_, args, environment) => {
    await build();
    expect(await build(args, environment)).toMatchObject({ checked: true });
  });

  test('compiles again after a build that reported a problem', async () => {
    const outdated = twice.replace('x * 2', 'x * 2n');
    writeSource(project, 'src/a.ts', outdated);
    const first = await build();
    expect(first.status).toBe(1);
    expect(await build()).toMatchObject({ status: 1, checked: true });
  });

  test('restores lost files', async () => {
    await build();
    const before = readFileSync(at('generated/twice/twice.cpp'), 'utf8');
    rmSync(at('generated'), { recursive: true });
    await build();
    expect(readFileSync(at('generated/twice/twice.cpp'), 'utf8')).toBe(before);
  });
});

function tearStamps(): void {
  const cache = at('node_modules/.cache/rowfuse');
  const stamps = readdirSync(cache).filter((name) => name.endsWith('.stamp.json'));
  expect(stamps.length).toBe(1);
  for (const name of stamps) writeFileSync(path.join(cache, name), '{ "request": ');
}
