import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { build, cxx } from '../toolchain.js';

it.skipIf(cxx === undefined)('blocks for results are lent to one result at a time, and lent again', () => {
  const { status, stdout, stderr } = spawnSync(build(cxx ?? '', 'cpu/result_blocks.cpp', '-O1'), { encoding: 'utf8' });
  expect(stdout + stderr).toBe('0 failures\n');
  expect(status).toBe(0);
});
