import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { build, cxx } from '../toolchain.js';

it.skipIf(cxx === undefined)(
  'rows of filters and expansions stay within their memory, wherever the budget ends',
  () => {
    const { status, stdout, stderr } = spawnSync(build(cxx ?? '', 'cpu/emitting_sink.cpp', '-O1'), {
      encoding: 'utf8',
    });
    expect(stdout + stderr).toBe('0 failures\n');
    expect(status).toBe(0);
  },
);
