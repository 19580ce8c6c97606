import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CommandResult, commandFile, ensurePackageIsBuilt, rowfuse, temporaryProject } from './built-package.js';
import { app, initials, twice } from './sources.js';

/** Root may do everything, so these programs run as the user `nobody`. */
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};

function runAsUser(args: readonly string[], directory: string): Promise<CommandResult> {
  const env = { ...process.env, HOME: directory, ROWFUSE_CACHE: path.join(directory, 'cache'), ROWFUSE_BACKEND: '' };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { ...user, cwd: directory, env }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : typeof error.code === 'number' ? error.code : 128, stdout, stderr });
    });
  });
}

const build = [commandFile, 'build', 'src/*.ts', '--out', 'generated'];

/** Returns a project that the user may read but not write. */
function readOnlyProject(): string {
  const project = temporaryProject({ 'src/initials.ts': initials, 'src/twice.ts': twice, 'app.mjs': app });
  chmodSync(project, 0o555);
  return project;
}

describe.runIf(process.platform !== 'win32')('a user who may not', () => {
  beforeAll(ensurePackageIsBuilt);

  test('create the output directory is told so', async () => {
    const project = readOnlyProject();
    const { status, stderr } = await runAsUser(build, project);
    expect(status).toBe(1);
    expect(stderr).toContain(`error RF2005: ${path.join(project, 'generated')} cannot hold generated files.`);
    expect(stderr).toContain('why: EACCES: permission denied');
    expect(readdirSync(project)).not.toContain('generated');
  });

  test('write to the output directory is told so, and its files stay', async () => {
    const project = temporaryProject({ 'src/twice.ts': twice });
    chmodSync(project, 0o755);
    expect(await rowfuse(['build', 'src/*.ts', '--out', 'generated', '--emit-only'], project)).toMatchObject({
      status: 0,
    });
    const before = readdirSync(path.join(project, 'generated'), { recursive: true });
    for (const folder of ['generated', 'generated/twice']) chmodSync(path.join(project, folder), 0o555);
    writeFileSync(path.join(project, 'src/twice.ts'), twice.replace('x * 2', 'x * 3'));
    const { status, stderr } = await runAsUser([...build, '--emit-only'], project);
    expect(status).toBe(1);
    expect(stderr).toContain('error RF2005');
    expect(readdirSync(path.join(project, 'generated'), { recursive: true })).toEqual(before);
  });

  test('read a source is told which one', async () => {
    const project = readOnlyProject();
    chmodSync(path.join(project, 'src/twice.ts'), 0o000);
    for (const args of [build, [commandFile, 'check', 'src/*.ts']]) {
      const { status, stdout, stderr } = await runAsUser(args, project);
      expect(status).toBe(1);
      expect(stdout + stderr).toContain('error RF1010: src/twice.ts cannot be read: EACCES: permission denied.');
    }
  });

  test('read the addon computes with JavaScript, and is told why', async () => {
    const project = temporaryProject({ 'src/initials.ts': initials, 'src/twice.ts': twice, 'app.mjs': app });
    chmodSync(project, 0o755);
    expect(await rowfuse([...build.slice(1), '--emit-only'], project)).toMatchObject({ status: 0 });
    const folder = path.join(project, `generated/native/${process.platform}-${process.arch}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'rowfuse.node'), 'not to be read', { mode: 0o000 });
    const { status, stdout, stderr } = await runAsUser(['app.mjs'], project);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ initials: ['A', 'É', ''], twice: [2, -1], backend: { backend: 'js' } });
    expect(stderr).toMatch(/rowfuse\.node.*(permission denied|Permission denied)/s);
  });
});
