import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { build, cxx } from '../toolchain.js';

it.skipIf(cxx === undefined)(
  'work whose time is known to be short runs on the calling thread, and what is left after that time on others',
  () => {
    const { status, stdout, stderr } = spawnSync(build(cxx ?? '', 'cpu/calling_thread.cpp', '-O1'), {
      encoding: 'utf8',
    });
    expect(stdout + stderr).toBe('0 failures\n');
    expect(status).toBe(0);
  },
);
