import { beforeAll, describe, expect, it } from 'vitest';
import { build, buildEmulated, cxx, run } from '../toolchain.js';
import { engineInsertsFew, type SortCases, sortCases } from './sort-cases.js';

const seed = Number(process.env.ROWFUSE_SEED ?? 20_26);
const scale = Number(process.env.ROWFUSE_CASES ?? 1);

function expectCalls(program: string, cases: SortCases): void {
  const { status, stdout, stderr } = run(program, [], cases.records);
  const wrong = stdout.split('\n').filter((line) => line !== '');
  expect(wrong.slice(0, 5).map((line) => cases.describe(Number(line)))).toEqual([]);
  expect(stderr).toBe(`${cases.count} cases, 0 failures\n`);
  expect(status).toBe(0);
}

const everySize = Array.from({ length: 2001 }, (_, size) => size);
const smallSizes = Array.from({ length: 8000 }, (_, index) => index % 160);

// V8 gives the expected values: the comparator's arguments, call by call, and the result.
describe.skipIf(cxx === undefined)(
  `sort with a comparator${cxx === undefined ? ' (skipped: no C++ compiler)' : ''}`,
  () => {
    const compiler = cxx ?? '';
    let program = '';
    beforeAll(() => {
      program = build(compiler, 'array/sort_cases.cpp', '-O1');
    });

    it('calls the comparator as V8 does, for every size up to 2,000 and for large arrays', () => {
      for (let round = 0; round < scale; round++) {
        expectCalls(program, sortCases(seed + round, everySize));
        expectCalls(program, sortCases(seed + round, [100_000, 131_071, 65_536, 200_003]));
        expectCalls(program, sortCases(seed + round, smallSizes));
      }
    });

    it('calls the comparator for few elements as other versions of V8 do', () => {
      const few = smallSizes.map((size) => size % 16);
      expectCalls(program, sortCases(seed, few, !engineInsertsFew));
    });

    it('sorts numbers by their differences without the comparator, unless there is NaN or -0', () => {
      const sorts = build(compiler, 'array/number_sorts.cpp', '-O1');
      expect(run(sorts, [], Buffer.alloc(0))).toEqual({ status: 0, stdout: '0 failures\n', stderr: '' });
    });

    it('does the same by the paths of device code', () => {
      const emulated = buildEmulated(compiler, 'array/sort_cases.cpp');
      expectCalls(emulated, sortCases(seed + 1, [...smallSizes, ...everySize.filter((size) => size % 5 === 0)]));
    });
  },
);
