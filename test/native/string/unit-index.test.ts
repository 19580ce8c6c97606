import { beforeAll, describe, expect, it } from 'vitest';
import { build, buildEmulated, cxx, run } from '../toolchain.js';

const seed = process.env.ROWFUSE_SEED ?? '2025';
const nothing = Buffer.alloc(0);

describe.skipIf(cxx === undefined)(
  `indices of strings in C++${cxx === undefined ? ' (skipped: no C++ compiler)' : ''}`,
  () => {
    let program = '';
    beforeAll(() => {
      program = build(cxx ?? '', 'string/unit_index_cases.cpp', '-O1');
    });

    it('find the units, places and parts that walks from the start find, in every order', () => {
      const { status, stdout, stderr } = run(program, [seed], nothing);
      expect(stdout + stderr).toBe('15000 cases, 0 failures\n');
      expect(status).toBe(0);
    });

    it('find the same by the paths of device code', () => {
      const { status, stdout, stderr } = run(buildEmulated(cxx ?? '', 'string/unit_index_cases.cpp'), [seed], nothing);
      expect(stdout + stderr).toBe('15000 cases, 0 failures\n');
      expect(status).toBe(0);
    });

    it('stay within their memory if the bytes break the promise of their flags', () => {
      const { status, stderr } = run(program, [seed, 'damaged'], nothing);
      expect(stderr).toBe('15000 cases, 0 failures\n');
      expect(status).toBe(0);
    });

    it('walk a number of bytes that grows with the length, on one course and on two, without memory', () => {
      const { status, stdout, stderr } = run(program, [seed, 'growth'], nothing);
      expect(stdout + stderr).toBe('');
      expect(status).toBe(0);
    });
  },
);
