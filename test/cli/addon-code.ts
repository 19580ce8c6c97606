import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns an addon as it is on a processor without a feature; undefined if the addon does not ask for it. Its table of features has the
 * word of CPUID, the bit and the name of each (native/engine/api/cpu_level.cpp). The copy asks for bit 16 of ECX in leaf 1 instead, which
 * no processor has.
 */
export function lacking(feature: string, addon: string): Buffer | undefined {
  const bytes = readFileSync(addon);
  const name = bytes.indexOf(`${feature}\0`, 0, 'latin1');
  if (name < 0) return undefined;
  bytes[name - 2] = 0;
  bytes[name - 1] = 16;
  return bytes;
}

/** The instructions of AVX, BMI1, BMI2 and MOVBE; those of AVX and FMA begin with `v`. */
const ofLevel =
  /^(?:v(?!err|erw)\w+|andn|bextr|bls[ir]|blsmsk|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx|movbe|[tl]zcnt)$/;

/** Returns the functions of an addon that have an instruction of x86-64-v3. */
export async function functionsOfLevel(addon: string): Promise<ReadonlySet<string>> {
  const { stdout } = await run('objdump', ['-d', '--no-show-raw-insn', addon], { maxBuffer: 2 ** 30 });
  const found = new Set<string>();
  let current = '';
  for (const line of stdout.split('\n')) {
    const name = /^[0-9a-f]+ <(.*)>:$/.exec(line)?.[1];
    if (name !== undefined) current = name;
    else if (ofLevel.test(/^\s+[0-9a-f]+:\t(\w+)/.exec(line)?.[1] ?? '')) found.add(current);
  }
  return found;
}

/** Returns the functions in the engine's object files of a build directory. */
export async function engineFunctions(directory: string): Promise<ReadonlySet<string>> {
  const files = readdirSync(directory).filter((name) => name.startsWith('engine-'));
  const { stdout } = await run(
    'nm',
    files.map((name) => path.join(directory, name)),
    { maxBuffer: 2 ** 28 },
  );
  return new Set(stdout.split('\n').flatMap((line) => / [TtWu] (.*)$/.exec(line)?.[1] ?? []));
}
