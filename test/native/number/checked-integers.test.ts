import { describe, expect, it } from 'vitest';
import { build, cxx, run } from '../toolchain.js';

describe.skipIf(cxx === undefined)('checked operations of integers', () => {
  it('give what doubles give, or fail', () => {
    const { stdout, status } = run(build(cxx ?? '', 'number/checked_cases.cpp', '-O1'), [], Buffer.alloc(0));
    expect(stdout).toMatch(/^\d+ cases, 0 failures\n$/);
    expect(status).toBe(0);
  });
});
