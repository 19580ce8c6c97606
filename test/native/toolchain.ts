import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CpuLevel } from '../../codegen/5-build/tools/cpu-level.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const include = fileURLToPath(new URL('../../native/include', import.meta.url));

function runs(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** The C++ compiler and nvcc of this machine, if it has any. */
export const cxx = [process.env.CXX, 'g++', 'clang++'].find((command) => command !== undefined && runs(command));
export const nvcc = [process.env.CUDACXX, 'nvcc'].find((command) => command !== undefined && runs(command));

/** True if device code can run here. */
export const gpu = spawnSync('nvidia-smi', ['-L'], { stdio: 'ignore' }).status === 0;

/** A folder for build products, which is removed with the process. */
const folder = mkdtempSync(join(tmpdir(), 'rowfuse-native-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function compile(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: here, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout + stderr;
}

/** The checks of undefined behaviour without those of each pointer: rolling_tiles.cpp takes 29 s of a processor instead of 46. */
const arithmetic = 'signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow,bounds,bool,enum';

/** Builds a test program of this folder with the address and undefined behaviour sanitizers; returns its path. */
export function build(compiler: string, source: string, optimisation: '-O1' | '-O2'): string {
  return buildHost(compiler, source, [optimisation, '-fsanitize=address,undefined'], '');
}

/** Builds a test program with thousands of templates, for which the checks of each pointer take a third of the compile time. */
export function buildLarge(compiler: string, source: string): string {
  return buildHost(compiler, source, ['-O1', `-fsanitize=address,${arithmetic}`], '');
}

/** Builds such a program for processors of a level of x86-64. */
export function buildForLevel(compiler: string, source: string, level: CpuLevel): string {
  return buildHost(compiler, source, ['-O1', `-march=${level}`, '-fsanitize=address,undefined'], `_${level}`);
}

/** Builds such a program with the flags of generated code and without sanitizers, which keep the compiler from many conclusions. */
export function buildAsGenerated(compiler: string, source: string, level: CpuLevel): string {
  return buildHost(compiler, source, ['-O3', `-march=${level}`], `_generated_${level}`);
}

/**
 * Builds a test program with the paths of device code, its intrinsics emulated; returns its path. Device code reads whole
 * aligned words, which the address sanitizer would take for errors.
 */
export function buildEmulated(compiler: string, source: string): string {
  const options = ['-O1', '-fsanitize=undefined', '-Wno-unknown-pragmas', '-include', 'emulation/device_emulation.hpp'];
  return buildHost(compiler, source, options, '_emulated');
}

/**
 * Builds a test program that runs whole blocks of device code on the host; returns its path. Its threads have their own stacks, which
 * the address sanitizer does not follow.
 */
export function buildBlocks(compiler: string, source: string): string {
  const options = [
    '-O1',
    `-fsanitize=${arithmetic},alignment`,
    '-Wno-unknown-pragmas',
    '-include',
    'emulation/block_emulation.hpp',
    '-Iemulation',
  ];
  return buildHost(compiler, source, options, '_blocks');
}

/** Builds a test program that verifies claims, with a folder of generated headers; returns its path. */
export function buildChecked(compiler: string, source: string, headers: string): string {
  return buildHost(compiler, source, ['-O1', '-DROWFUSE_CHECKED', `-I${headers}`], '_checked');
}

function buildHost(compiler: string, source: string, options: readonly string[], suffix: string): string {
  const program = join(folder, `${source.replace(/\W/g, '_')}${suffix}`);
  const warnings = compile(compiler, [
    '-std=c++20',
    '-g1',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-ffp-contract=off',
    '-fno-trapping-math',
    '-fno-math-errno',
    '-fno-sanitize-recover=all',
    '-pthread',
    ...options,
    `-I${include}`,
    source,
    '-o',
    program,
  ]);
  if (warnings !== '') throw new Error(warnings);
  return program;
}

/** Builds a program with device code, for the GPU of this machine; returns its path. */
export function buildForDevice(compiler: string, source: string): string {
  const program = join(folder, source.replace(/\W/g, '_'));
  const target = ['-arch=native', '--fmad=false', '-Xcompiler', '-ffp-contract=off'];
  compile(compiler, ['-std=c++20', ...target, '-Werror', 'all-warnings', `-I${include}`, source, '-o', program]);
  return program;
}

/** Compiles device code as far as PTX, which it returns: the assembler takes two thirds of the time of large kernels. */
export function buildPtx(compiler: string, source: string): string {
  const program = join(folder, 'device.ptx');
  const target = ['-std=c++20', '-arch=sm_80', '--fmad=false', '-Werror', 'all-warnings'];
  compile(compiler, [...target, `-I${include}`, '-ptx', source, '-o', program]);
  return readFileSync(program, 'utf8');
}

/** Compiles device code; returns the assembler's report of registers and stack. */
export function buildDevice(compiler: string, source: string): string {
  return compile(compiler, [
    '-std=c++20',
    '-arch=sm_80',
    '--fmad=false',
    '-Xptxas',
    '-v',
    '-Werror',
    'all-warnings',
    `-I${include}`,
    '-c',
    source,
    '-o',
    join(folder, 'device.o'),
  ]);
}

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function run(program: string, args: readonly string[], input: Buffer): Run {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 26 });
  return { status, stdout, stderr };
}
