import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CommandResult, ensurePackageIsBuilt, rowfuse, temporaryProject, writeSource } from './built-package.js';
import { twice } from './sources.js';

beforeAll(ensurePackageIsBuilt, 120_000);

const shout = `import { transform, utf8 } from 'rowfuse';
export const shout = transform({ input: { s: utf8 }, output: utf8, row: ({ s }) => s + '!' });
`;
const whisper = shout.replaceAll('shout', 'whisper').replace("'!'", "'…'");

let project: string;
beforeEach(() => {
  project = temporaryProject({ 'src/a.ts': twice, 'src/b.ts': shout });
});

const build = (...args: string[]): Promise<CommandResult> => rowfuse(['build', ...args, '--emit-only'], project);
const generated = (name: string) => path.join(project, 'generated', name);
const linesOf = ({ stdout }: CommandResult) => stdout.trimEnd().split('\n');

async function exportsOf(): Promise<readonly string[]> {
  const url = `${pathToFileURL(generated('index.js')).href}?${Math.random()}`;
  return Object.keys(await import(url)).filter((name) => !['backend', 'configure', 'toDevice'].includes(name));
}

describe('a build of some sources', () => {
  test('keeps the transforms of other sources, which still work', async () => {
    await build('src/a.ts');
    const second = await build('src/b.ts');
    expect(second.status).toBe(0);
    expect(linesOf(second)).toEqual(expect.arrayContaining(['shout: written', 'twice: kept (src/a.ts was not named)']));
    expect(await exportsOf()).toEqual(['shout', 'twice']);
    const together = readFileSync(generated('runtime.js'), 'utf8');
    await build('src/a.ts', 'src/b.ts');
    expect(readFileSync(generated('runtime.js'), 'utf8')).toBe(together);
    const index: Record<string, { reference: (input: object) => Iterable<unknown> }> = await import(
      pathToFileURL(generated('index.js')).href
    );
    expect([...(index.twice?.reference({ x: new Float64Array([4]) }) ?? [])]).toEqual([8]);
    expect([...(index.shout?.reference({ s: ['hey'] }) ?? [])]).toEqual(['hey!']);
  });

  test('keeps the transforms of other sources even if these do not compile now', async () => {
    await build('src/*.ts');
    writeSource(project, 'src/a.ts', 'export const nothing = ;\n');
    expect(await build('src/b.ts')).toMatchObject({ status: 0 });
    expect(await exportsOf()).toEqual(['shout', 'twice']);
  });

  test('removes transforms that its own sources no longer export, and names them', async () => {
    writeSource(project, 'src/b.ts', shout + whisper.split('\n')[1]);
    await build('src/*.ts');
    expect(await exportsOf()).toEqual(['shout', 'twice', 'whisper']);
    writeSource(project, 'src/b.ts', shout);
    const report = await build('src/b.ts');
    expect(linesOf(report)).toContain('whisper: removed (src/b.ts no longer exports it)');
    expect(await exportsOf()).toEqual(['shout', 'twice']);
    expect(existsSync(generated('whisper'))).toBe(false);
  });

  test('removes the transforms of other sources only with --prune', async () => {
    await build('src/*.ts');
    rmSync(path.join(project, 'src/a.ts'));
    await build('src/*.ts');
    expect(await exportsOf()).toEqual(['shout', 'twice']);
    const report = await build('src/*.ts', '--prune');
    expect(linesOf(report)).toContain('twice: removed (--prune, and src/a.ts was not named)');
    expect(await exportsOf()).toEqual(['shout']);
  });

  test('follows a module that was renamed', async () => {
    await build('src/*.ts');
    renameSync(path.join(project, 'src/a.ts'), path.join(project, 'src/c.ts'));
    const report = await build('src/*.ts');
    expect(report).toMatchObject({ status: 0 });
    expect(report.stdout).not.toMatch(/kept|removed/);
    expect(readFileSync(generated('twice/twice.js'), 'utf8')).toContain('source: "src/c.ts"');
  });

  test.each([
    ['the name', twice],
    ['the name but for its case', twice.replaceAll('twice', 'Twice')],
  ])('does not take %s of a transform of another source', async (_, text) => {
    await build('src/a.ts');
    writeSource(project, 'src/b.ts', text);
    const { status, stderr } = await build('src/b.ts');
    expect(status).toBe(1);
    expect(stderr).toMatch(/RF2008: src\/b\.ts exports [tT]wice, and the output directory holds twice of src\/a\.ts\./);
    expect(await exportsOf()).toEqual(['twice']);
  });

  test('keeps no file that was changed after it was written', async () => {
    await build('src/a.ts');
    const file = generated('twice/twice.reference.js');
    writeFileSync(file, readFileSync(file, 'utf8').replace('* 2', '* 3'));
    const { status, stderr } = await build('src/b.ts');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /RF2009: twice of src\/a\.ts cannot stay .*\n.*twice\/twice\.reference\.js has been changed/,
    );
    expect(await build('src/a.ts', 'src/b.ts')).toMatchObject({ status: 0 });
    expect(readFileSync(file, 'utf8')).toContain('* 2');
  });

  test('keeps nothing that another version has written', async () => {
    await build('src/a.ts');
    const manifest = generated('manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"rowfuse": ".*"/, '"rowfuse": "0.0.1"'));
    const { stderr } = await build('src/b.ts');
    expect(stderr).toMatch(/RF2009: .*\n.* written by rowfuse 0\.0\.1, this is \d/);
  });
});

describe('a pattern', () => {
  test('may match modules without a transform, which are reported', async () => {
    writeSource(project, 'src/types.d.ts', 'export type Name = string;\n');
    writeSource(project, 'src/app.ts', "import { twice } from './a.js';\nexport const wrong: number = 'text';\n");
    const report = await build('src/*.ts');
    expect(report.status).toBe(0);
    expect(linesOf(report)).toContain('note: skipped without a transform: src/app.ts');
  });

  test('that matches no module with a transform is an error, as is such a module that is named', async () => {
    writeSource(project, 'lib/app.ts', 'export const one = 1;\n');
    expect((await build('lib/*.ts')).stderr).toContain('RF1008');
    expect((await build('lib/app.ts', 'src/a.ts')).stderr).toContain('RF1005');
  });
});

describe('settings', () => {
  test('let `rowfuse build` alone build the whole project, from any of its folders', async () => {
    writeSource(project, 'rowfuse.config.json', '{ "sources": "src/**/*.ts", "out": "made", "cuda": false }');
    const report = await rowfuse(['build', '--emit-only'], path.join(project, 'src'));
    expect(report.status).toBe(0);
    expect(existsSync(path.join(project, 'made/twice/twice.js'))).toBe(true);
    const { stdout } = await rowfuse(['explain', 'twice'], project);
    expect(stdout).toContain('twice  (src/a.ts)');
    expect((await rowfuse(['check'], project)).stdout).toBe('No problems in 2 transforms.\n');
  });

  test('may be in package.json', async () => {
    writeSource(project, 'package.json', '{ "type": "module", "rowfuse": { "sources": ["src/a.ts"] } }');
    expect((await build()).stdout).toMatch(/^twice: written\n/);
    expect((await build('src/b.ts', '--out', 'other')).stdout).toMatch(/^shout: written\n/);
  });

  test.each([
    ['{ "source": "src/a.ts" }', 'there is no setting "source"; did you mean `sources`?'],
    ['{ "sources": [] }', '`sources` must be a path or pattern, or a list of such'],
    ['{ "sources": "../*.ts" }', '`sources` names ../*.ts, which is outside the project'],
    ['{ "sources": "src/*.ts", "out": "../elsewhere" }', '`out` is ../elsewhere, which is outside the project'],
    ['{ "sources": "src/*.ts", "out": "/tmp/elsewhere" }', '`out` is /tmp/elsewhere, which is outside the project'],
    ['{ "sources": "src/*.ts", "cuda": "no" }', '`cuda` must be true or false'],
    ['{ "sources": "src/*.ts", "cpuLevel": "v3" }', '`cpuLevel` must be one of x86-64, x86-64-v3'],
    ['[]', 'the settings must be an object'],
    ['{ "sources": ', 'JSON'],
  ])('%s are refused', async (text, reason) => {
    writeSource(project, 'rowfuse.config.json', text);
    const { status, stderr } = await build();
    expect(status).toBe(1);
    expect(stderr).toContain('RF1006');
    expect(stderr).toContain(reason);
    expect(existsSync(generated('index.js'))).toBe(false);
  });

  test('that are code are not run', async () => {
    writeSource(project, 'rowfuse.config.js', "throw new Error('ran');\n");
    const { status, stderr } = await build('src/a.ts');
    expect(status).toBe(1);
    expect(stderr).toContain('RF1007: rowfuse.config.js is not read.');
  });
});
