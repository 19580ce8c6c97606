import { expect, it } from 'vitest';
import { build, cxx, run } from '../toolchain.js';

it.skipIf(cxx === undefined)('a GPU run tries one pass again after pauses that double', () => {
  const { status, stdout, stderr } = run(build(cxx ?? '', 'cuda/strategy_history.cpp', '-O2'), [], Buffer.alloc(0));
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n')).toEqual([
    'always 1111111111',
    // The second run gets more room, and so on.
    'with room 1111111111',
    // One more try with more room; then after 8 runs of two passes, after 16.
    'never 110000000010000000000000000100',
    // The rest of the pause.
    'then always 0000000000000000000000000000001111111111',
    'longest pause 256',
    '',
  ]);
});
