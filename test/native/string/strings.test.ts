import { beforeAll, describe, expect, it } from 'vitest';
import { build, buildEmulated, cxx, run } from '../toolchain.js';
import { lazyCases, mappingCases } from './lazy-cases.js';
import { damagedCases, stringCases } from './string-cases.js';

const seed = Number(process.env.ROWFUSE_SEED ?? 20_25);
const scale = Number(process.env.ROWFUSE_CASES ?? 1);

// The programs run under the address and undefined behaviour sanitizers, over strings in heap memory of exact size.
describe.skipIf(cxx === undefined)(`strings in C++${cxx === undefined ? ' (skipped: no C++ compiler)' : ''}`, () => {
  let program = '';
  beforeAll(() => {
    program = build(cxx ?? '', 'string/string_cases.cpp', '-O1');
  });

  it('do what JavaScript does, including halves of surrogate pairs and ropes', () => {
    const cases = stringCases(seed, 200_000 * scale);
    expect(Math.min(...cases.counts.values())).toBeGreaterThan(5000);
    for (const views of [[], ['padded']]) {
      const { status, stdout, stderr } = run(program, views, cases.records);
      const wrong = stdout.split('\n').filter((line) => line !== '');
      expect(wrong.slice(0, 5).map((line) => cases.describe(Number(line)))).toEqual([]);
      expect(stderr).toBe(`${200_000 * scale} cases, 0 failures\n`);
      expect(status).toBe(0);
    }
  });

  it('do the same by the paths of device code', () => {
    const cases = stringCases(seed + 1, 100_000 * scale);
    const emulated = buildEmulated(cxx ?? '', 'string/string_cases.cpp');
    for (const views of [[], ['padded']]) {
      const { status, stdout, stderr } = run(emulated, views, cases.records);
      const wrong = stdout.split('\n').filter((line) => line !== '');
      expect(wrong.slice(0, 5).map((line) => cases.describe(Number(line)))).toEqual([]);
      expect(stderr).toBe(`${100_000 * scale} cases, 0 failures\n`);
      expect(status).toBe(0);
    }
  });

  it('stay within their memory if the bytes break the promise of their flags', () => {
    const { status, stderr } = run(program, ['damaged'], damagedCases(seed, 20_000 * scale));
    expect(stderr).toBe(`${20_000 * scale} cases, 0 failures\n`);
    expect(status).toBe(0);
  });
});

describe.skipIf(cxx === undefined)(
  `lazy and appended strings in C++${cxx === undefined ? ' (skipped: no C++ compiler)' : ''}`,
  () => {
    let program = '';
    beforeAll(() => {
      program = build(cxx ?? '', 'string/lazy_cases.cpp', '-O1');
    });

    it('map every code point as JavaScript does, whatever surrounds a sigma', () => {
      const { status, stdout, stderr } = run(program, ['mapping'], mappingCases(seed));
      expect(stdout + stderr).toBe('135936 cases, 0 failures\n');
      expect(status).toBe(0);
    });

    it('do what JavaScript does with results of toUpperCase and toLowerCase', () => {
      const cases = lazyCases(seed, 60_000 * scale);
      const { status, stdout, stderr } = run(program, [], cases.records);
      const wrong = stdout.split('\n').filter((line) => line !== '');
      expect(wrong.slice(0, 5).map((line) => cases.describe(Number(line)))).toEqual([]);
      expect(stderr).toBe(`${60_000 * scale} cases, 0 failures\n`);
      expect(status).toBe(0);
    });

    it('grow at either end in the arena, and leave every older string unchanged', () => {
      const { status, stdout, stderr } = run(program, ['arena'], Buffer.alloc(0));
      expect(stdout + stderr).toBe('8000 cases, 0 failures\n');
      expect(status).toBe(0);
    });
  },
);
