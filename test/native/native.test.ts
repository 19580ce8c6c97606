import { beforeAll, describe, expect, it } from 'vitest';
import { lazyCases, mappingCases } from './lazy-cases.js';
import { numberTexts, remainders } from './number-cases.js';
import { damagedCases, stringCases } from './string-cases.js';
import { build, buildDevice, buildEmulated, buildForDevice, cxx, gpu, nvcc, run } from './toolchain.js';

const seed = Number(process.env.ROWFUSE_SEED ?? 20_25);
const scale = Number(process.env.ROWFUSE_CASES ?? 1);

// The programs run under the address and undefined behaviour sanitizers, over strings in heap memory of exact size.
describe.skipIf(cxx === undefined)(
  `the row logic in C++${cxx === undefined ? ' (skipped: no C++ compiler)' : ''}`,
  () => {
    const compiler = cxx ?? '';

    it('handles literals, absent values and conversions', () => {
      const { status, stdout, stderr } = run(build(compiler, 'values.cpp', '-O2'), [], Buffer.alloc(0));
      expect(stdout + stderr).toBe('0 failures\n');
      expect(status).toBe(0);
    });

    describe('strings', () => {
      let program = '';
      beforeAll(() => {
        program = build(compiler, 'string_cases.cpp', '-O1');
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
        const emulated = buildEmulated(compiler, 'string_cases.cpp');
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

    describe('lazy strings and strings that are built', () => {
      let program = '';
      beforeAll(() => {
        program = build(compiler, 'lazy_cases.cpp', '-O1');
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
    });

    describe('numbers', () => {
      let program = '';
      beforeAll(() => {
        program = build(compiler, 'number_cases.cpp', '-O2');
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
  },
);

describe.skipIf(nvcc === undefined)(`the row logic in CUDA${nvcc === undefined ? ' (skipped: no nvcc)' : ''}`, () => {
  let report = '';
  beforeAll(() => {
    report = buildDevice(nvcc ?? '', 'every_operation.cu');
  });

  const entry = (name: string): string => {
    const [, properties = ''] =
      report.match(new RegExp(`Compiling entry function '\\w*${name}\\w*'([^]*?)(?:Compiling entry|$)`)) ?? [];
    expect(properties).not.toBe('');
    return properties;
  };

  it('compiles every operation for the device', () => {
    expect(entry('every_operation')).toMatch(/Used \d+ registers/);
  });

  it('needs no stack for ASCII text', () => {
    expect(entry('redact_ascii')).toContain('0 bytes stack frame');
    expect(entry('redact_ascii')).not.toContain('cumulative stack size');
    expect(entry('upper_ascii')).toContain('0 bytes stack frame');
    expect(entry('upper_ascii')).not.toContain('cumulative stack size');
  });

  it.skipIf(!gpu)('gives the same results on device and host', () => {
    const { status, stdout } = run(buildForDevice(nvcc ?? '', 'device_cases.cu'), [], Buffer.alloc(0));
    expect(stdout).toBe('200000 cases, 0 failures\n');
    expect(status).toBe(0);
  });
});
