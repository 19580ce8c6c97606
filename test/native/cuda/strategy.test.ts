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

it.skipIf(cxx === undefined)(
  'a GPU run evaluates rows in slots that nearly all rows of the last pass would have fitted',
  () => {
    const { status, stdout, stderr } = run(build(cxx ?? '', 'cuda/slot_history.cpp', '-O2'), [], Buffer.alloc(0));
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'at first 440',
      'all fit the smallest 216',
      'none does 440',
      'in global memory 8192',
      'one in ten is larger 888',
      'one in a hundred is 216',
      'one row 888',
      'no rows 216',
      'a device without room for 440 888',
      'nor for 888 8192',
      'rounds 216 440 888 8192 65536 524288 4194304 33554432 268435456 2147483648',
      '',
    ]);
  },
);
