// Builds and runs the hand-written program. It measures itself, in its own process like every contestant.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Returns the program's path, or the reason why there is none. */
export function buildCpp() {
  const program = path('../.work/redact');
  mkdirSync(path('../.work'), { recursive: true });
  const flags = ['-std=c++20', '-O3', '-Wall', '-Wextra', '-pthread'];
  try {
    execFileSync('g++', [...flags, '-o', program, path('redact.cpp')], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    return { skipped: `the hand-written program does not compile here: ${error.stderr?.toString() || error.message}` };
  }
  return { program, flags: flags.join(' ') };
}

export function runCpp(program, rows, runs = 15) {
  const results = [];
  let input = '';
  for (const threads of [2, 1]) {
    const args = ['--names', path('../data/names.csv'), '--rows', rows, '--threads', threads, '--runs', runs];
    const output = JSON.parse(execFileSync(program, args.map(String), { encoding: 'utf8' }));
    input = output.input;
    for (const { version, ...result } of output.results) {
      results.push({ version, counts: 'Arrow buffers in, Arrow buffers out', ...result });
    }
  }
  return { contestant: 'cpp', rows, input, results };
}
