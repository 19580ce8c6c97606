import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtFolder } from '../built-folder.js';
import { root } from '../root.js';

// Other engines run the same program over the same addon, and must print what Node prints. CI installs them from npm.

const program = [path.join(root, 'test/engines/calls.mjs'), builtFolder];
const run = (command: string, options: readonly string[] = []) =>
  execFileSync(command, [...options, ...program], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, LD_PRELOAD: '' },
  });

describe.each([
  { engine: 'Bun', command: process.env.ROWFUSE_BUN, options: [], variable: 'ROWFUSE_BUN' },
  { engine: 'Deno', command: process.env.ROWFUSE_DENO, options: ['run', '--allow-all'], variable: 'ROWFUSE_DENO' },
])('$engine (skipped unless $variable has its path)', ({ command = '', options }) => {
  test.skipIf(command === '')('gives the results of Node', () => {
    const expected = run(process.execPath);
    expect(expected.split('\n').length).toBeGreaterThan(16);
    expect(run(command, options)).toBe(expected);
  });
});
