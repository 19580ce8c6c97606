import { closeSync, openSync, readSync } from 'node:fs';

/**
 * The levels of x86-64 that row functions can be compiled for, from the least: microarchitecture levels of the System V psABI, section
 * 3.1.1. The other levels are left out, because the row library has no code that would use them.
 */
export const cpuLevels = ['x86-64', 'x86-64-v3'] as const;
export type CpuLevel = (typeof cpuLevels)[number];

/** The features of x86-64-v3 and of the levels below it, as Linux names them in /proc/cpuinfo. */
const features = [
  ...['cx16', 'lahf_lm', 'popcnt', 'pni', 'sse4_1', 'sse4_2', 'ssse3'],
  ...['avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'abm', 'movbe', 'xsave'],
];

/** The processor of a machine. */
export interface Processor {
  readonly name: string;
  readonly level: CpuLevel;
}

/** Returns the level to compile for, `undefined` on machines without levels, or `'invalid'` if there is no such level. */
export function chooseCpuLevel(
  asked: string | undefined,
  environment: NodeJS.ProcessEnv,
): CpuLevel | 'invalid' | undefined {
  if (!hasLevels()) return undefined;
  const wanted = asked ?? (environment.ROWFUSE_CPU_LEVEL || undefined);
  if (wanted !== undefined) return cpuLevels.find((level) => level === wanted) ?? 'invalid';
  // The author of such flags chooses the processor. A level would come after them, and would win.
  if (/(?:^|\s)-m(?:arch|cpu)=/.test(environment.CXXFLAGS ?? '')) return 'x86-64';
  return thisProcessor()?.level ?? 'x86-64';
}

/** True on machines whose addons are compiled for a level. Visual C++ has no such option. */
function hasLevels(): boolean {
  return process.arch === 'x64' && process.platform !== 'win32';
}

/** Returns this machine's processor; undefined where Linux does not describe it. */
export function thisProcessor(): Processor | undefined {
  return hasLevels() ? processorIn(beginningOf('/proc/cpuinfo')) : undefined;
}

/** Returns the first processor that a text in the form of /proc/cpuinfo describes. */
export function processorIn(description: string): Processor | undefined {
  const flags = /^flags\s*:(.*)$/m.exec(description)?.[1]?.split(/\s+/);
  if (flags === undefined) return undefined;
  const name = /^model name\s*:\s*(.*?)\s*$/m.exec(description)?.[1] ?? 'unknown';
  return { name, level: features.every((feature) => flags.includes(feature)) ? 'x86-64-v3' : 'x86-64' };
}

/** Reads the first processor's part of a file that has 200 KB on large machines. */
function beginningOf(file: string): string {
  const bytes = Buffer.alloc(16_384);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return ''; // Not Linux.
  }
}
