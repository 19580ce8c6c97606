import { existsSync } from 'node:fs';
import path from 'node:path';
import { runProcess } from '../processes/run-process.js';
import { type CudaToolkit, findCudaToolkit, nvccNames } from './cuda-toolkit.js';
import { findExecutable } from './find-executable.js';
import type { Finding, Tool } from './finding.js';
import { atLeast, versionIn } from './version.js';

/** The build tools of this machine. */
export interface Toolchain {
  readonly cxx: Finding;
  readonly cmake: Finding;
  /** Ninja or make, whichever CMake will drive. */
  readonly generator: Finding<Tool & { readonly name: 'Ninja' | 'Unix Makefiles' }>;
  readonly cuda: Finding<CudaToolkit>;
}

/** The first GCC whose C++20 has the constexpr strings and concepts that the headers use. */
const oldestGcc = '11';
const oldestClang = '15';
/** The first version that knows CUDA in C++20. */
const oldestCMake = '3.20';

/** Returns the names and paths that `findToolchain` looks for. A build depends on the programs that they resolve to. */
export function toolNames(environment: NodeJS.ProcessEnv): readonly string[] {
  return [...cxxNames(environment), 'cmake', ...generators.map(([program]) => program), ...nvccNames(environment)];
}

function cxxNames({ CXX }: NodeJS.ProcessEnv): readonly string[] {
  const named = CXX?.trim();
  return named ? [named] : ['g++', 'c++', 'clang++'];
}

const generators = [
  ['ninja', 'Ninja'],
  ['make', 'Unix Makefiles'],
] as const;

/** Looks for every tool of the native build. Each is only run with `--version`. */
export async function findToolchain(environment: NodeJS.ProcessEnv): Promise<Toolchain> {
  const [cxx, cmake, generator, cuda] = await Promise.all([
    findCxx(environment),
    findCMake(environment),
    findGenerator(environment),
    findCudaToolkit(environment),
  ]);
  return { cxx, cmake, generator, cuda };
}

async function findCxx(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const named = environment.CXX?.trim();
  for (const name of cxxNames(environment)) {
    const file = findExecutable(name, environment);
    if (file === undefined) continue;
    const tool = await versionOf(file, environment);
    if (tool === undefined) return { missing: `${file} does not answer to --version` };
    const isClang = /clang/i.test(tool.identity);
    const oldest = isClang ? oldestClang : oldestGcc;
    if (!atLeast(tool.version, oldest)) return { missing: `${file} is version ${tool.version}, ${oldest} is needed` };
    return tool;
  }
  return { missing: named ? `there is no program ${named}, which CXX names` : 'no C++ compiler (g++ or clang++)' };
}

async function findCMake(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const file = findExecutable('cmake', environment);
  if (file === undefined) return { missing: 'no cmake' };
  const tool = await versionOf(file, environment);
  if (tool === undefined) return { missing: `${file} does not answer to --version` };
  if (!atLeast(tool.version, oldestCMake)) {
    return { missing: `${file} is version ${tool.version}, ${oldestCMake} is needed` };
  }
  return tool;
}

async function findGenerator(environment: NodeJS.ProcessEnv): Promise<Toolchain['generator']> {
  for (const [program, name] of generators) {
    const file = findExecutable(program, environment);
    const tool = file === undefined ? undefined : await versionOf(file, environment);
    if (tool !== undefined) return { ...tool, name };
  }
  return { missing: 'neither ninja nor make' };
}

/** Runs `program --version`. Returns undefined if that fails. */
async function versionOf(program: string, environment: NodeJS.ProcessEnv): Promise<Tool | undefined> {
  const { status, output } = await runProcess(program, ['--version'], { environment });
  if (status !== 0) return undefined;
  return { path: program, version: versionIn(output), identity: output.split('\n', 1)[0]?.trim() ?? '' };
}

/** Returns the C compiler that belongs to a C++ compiler. CMake wants one when a project enables C. */
export function companionC(cxx: string): string {
  const directory = path.dirname(cxx);
  const name = path.basename(cxx).replace('clang++', 'clang').replace('g++', 'gcc').replace('c++', 'cc');
  const candidate = path.join(directory, name);
  return existsSync(candidate) ? candidate : cxx;
}
