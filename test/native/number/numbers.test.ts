import { beforeAll, describe, expect, it } from 'vitest';
import { build, cxx, run } from '../toolchain.js';
import { numberTexts, remainders } from './number-cases.js';

const seed = Number(process.env.ROWFUSE_SEED ?? 20_25);
const scale = Number(process.env.ROWFUSE_CASES ?? 1);

describe.skipIf(cxx === undefined)(`numbers in C++${cxx === undefined ? ' (skipped: no C++ compiler)' : ''}`, () => {
  let program = '';
  beforeAll(() => {
    program = build(cxx ?? '', 'number/number_cases.cpp', '-O2');
  });

  it('print as String(x) does', () => {
    const { status, stdout, stderr } = run(program, ['text'], numberTexts(seed, 1_000_000 * scale));
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^1\d{6,} cases, 0 failures\n$/);
    expect(status).toBe(0);
  });

  it('have the remainders of JavaScript', () => {
    const { status, stdout } = run(program, ['remainder'], remainders(seed, 100_000 * scale));
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
