import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { build, cxx } from '../toolchain.js';

it.skipIf(cxx === undefined)(
  'memory that rows borrow passes from run to run, and counts in the budget of the call',
  () => {
    const { status, stdout, stderr } = spawnSync(build(cxx ?? '', 'cpu/lent_memory.cpp', '-O1'), { encoding: 'utf8' });
    expect(stdout + stderr).toBe('0 failures\n');
    expect(status).toBe(0);
  },
);
