import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { acquireLock } from '../../codegen/5-build/build-lock.js';
import { temporaryDirectory } from './temporary-directory.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The command as users run it. */
export const commandFile = path.join(repository, 'dist/codegen/cli/main.js');

/** Compiles both packages into their `dist/` if a source is newer, because these tests run what is shipped. */
export async function ensurePackageIsBuilt(): Promise<void> {
  const lock = await acquireLock(path.join(repository, 'node_modules/.cache/rowfuse-test-dist.lock'), {
    patience: 60_000,
    onWait: () => {},
  });
  try {
    const newest = Math.max(...['schema', 'dsl', 'codegen', 'runtime', 'bundlers'].map(newestSource));
    if ((statSync(commandFile, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= newest) return;
    const tsc = path.join(repository, 'node_modules/typescript/bin/tsc');
    // The command's file is written last, so its time shows that both packages are built.
    for (const project of ['runtime/tsconfig.build.json', 'tsconfig.build.json']) {
      const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', project], {
        cwd: repository,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`tsc -p ${project} failed:\n${stdout}`);
    }
  } finally {
    lock.release();
  }
}

function newestSource(folder: string): number {
  return readdirSync(path.join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.ts') && !isBuilt(entry.parentPath))
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs)
    .reduce((a, b) => Math.max(a, b), 0);
}

/** True for the folders of `runtime/dist`, which lie among its sources. */
function isBuilt(folder: string): boolean {
  return path.relative(repository, folder).split(path.sep).includes('dist');
}

export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a Node program with arguments to its end. */
export function runNode(
  args: readonly string[],
  directory: string,
  environment?: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  return runProgram(process.execPath, args, directory, environment);
}

/** Runs a program with arguments. */
export function runProgram(
  program: string,
  args: readonly string[],
  directory: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { cwd: directory, env: environment, maxBuffer: 1 << 26 };
    execFile(program, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 128;
      // A process that a signal ended has printed nothing itself.
      const end = error?.signal ? `${stderr}ended by ${error.signal}` : stderr;
      resolve({ status, stdout, stderr: end });
    });
  });
}

/** Runs `rowfuse` with arguments. */
export function rowfuse(
  args: readonly string[],
  directory: string,
  environment?: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  return runNode([commandFile, ...args], directory, environment);
}

/** A user's project: rowfuse, its runtime and apache-arrow installed, and these sources. */
export function temporaryProject(sources: Readonly<Record<string, string>>): string {
  const project = temporaryDirectory();
  mkdirSync(path.join(project, 'node_modules'));
  symlinkSync(repository, path.join(project, 'node_modules/rowfuse'), 'junction');
  const arrow = path.join(repository, 'node_modules/apache-arrow');
  symlinkSync(arrow, path.join(project, 'node_modules/apache-arrow'), 'junction');
  mkdirSync(path.join(project, 'node_modules/@rowfuse'));
  symlinkSync(path.join(repository, 'runtime'), path.join(project, 'node_modules/@rowfuse/runtime'), 'junction');
  const dependencies = { '@rowfuse/runtime': '*' };
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ name: 'app', type: 'module', dependencies }));
  for (const [name, text] of Object.entries(sources)) writeSource(project, name, text);
  return project;
}

export function writeSource(project: string, name: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
  writeFileSync(path.join(project, name), text);
}
