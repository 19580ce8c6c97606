import { describe, expect, it } from 'vitest';
import { thisProcessor } from '../../../codegen/5-build/tools/cpu-level.js';
import { build, buildForLevel, cxx, run } from '../toolchain.js';

const source = 'string/byte_vectors.cpp';

function expectSame(program: string): void {
  const { status, stdout, stderr } = run(program, [], Buffer.alloc(0));
  expect(stdout + stderr).toMatch(/^\d{6,} cases, 0 failures\n$/);
  expect(status).toBe(0);
}

describe.skipIf(cxx === undefined)('searches and case mappings of bytes by vectors', () => {
  it('equal those of single bytes', () => {
    expectSame(build(cxx ?? '', source, '-O1'));
  });

  it.runIf(thisProcessor()?.level === 'x86-64-v3')('equal those of single bytes with AVX2', () => {
    expectSame(buildForLevel(cxx ?? '', source, 'x86-64-v3'));
  });
});
