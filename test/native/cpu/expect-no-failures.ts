import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { build, cxx } from '../toolchain.js';

/** Builds a program of this folder with the sanitizers, and runs it. */
export function expectNoFailures(source: string): void {
  const { status, stdout, stderr } = spawnSync(build(cxx ?? '', `cpu/${source}`, '-O1'), { encoding: 'utf8' });
  expect(stdout + stderr).toBe('0 failures\n');
  expect(status).toBe(0);
}
