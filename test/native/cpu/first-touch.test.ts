import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { build, cxx } from '../toolchain.js';

it.skipIf(cxx === undefined || process.platform !== 'linux')(
  'pages of fresh results are touched once, ahead of the tiles, and freed',
  () => {
    const { status, stdout, stderr } = spawnSync(build(cxx ?? '', 'cpu/first_touch.cpp', '-O2'), { encoding: 'utf8' });
    expect(stdout + stderr).toMatch(/^(0 failures|skipped: this system has no MADV_POPULATE_WRITE)\n$/);
    expect(status).toBe(0);
  },
);
