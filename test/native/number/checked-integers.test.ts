import { describe, expect, it } from 'vitest';
import { build, buildAsGenerated, cxx, run } from '../toolchain.js';

describe.skipIf(cxx === undefined)('checked operations of integers', () => {
  it('give what doubles give, or fail', () => {
    const { stdout, status } = run(build(cxx ?? '', 'number/checked_cases.cpp', '-O1'), [], Buffer.alloc(0));
    expect(stdout).toMatch(/^\d+ cases, 0 failures\n$/);
    expect(status).toBe(0);
  });
});

describe.skipIf(cxx === undefined || process.arch !== 'x64')('numbers that the compiler knows to be integers', () => {
  // At x86-64-v3 GCC has an instruction for `trunc`, and takes conversions to integers and back for it.
  it.each(['x86-64', 'x86-64-v3'] as const)('have the remainders of all others, on %s', (level) => {
    const { stdout, status } = run(
      buildAsGenerated(cxx ?? '', 'number/known_integers.cpp', level),
      [],
      Buffer.alloc(0),
    );
    expect(stdout).toMatch(/^1092 cases, 0 failures; known: int32 [01], uint32 [01], int64 0, double 0\n$/);
    expect(status).toBe(0);
  });
});
