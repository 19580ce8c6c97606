import { beforeAll, describe, expect, it } from 'vitest';
import { build, buildDevice, buildEmulated, buildForDevice, cxx, gpu, nvcc, run } from '../toolchain.js';
import { mathCases, mathFunctions } from './math-cases.js';

const seed = Number(process.env.ROWFUSE_SEED ?? 20_25);
/** Blocks of 50,000 inputs per function: 200 are ten million. */
const blocks = Number(process.env.ROWFUSE_CASES ?? 1);
/** From version 13 on, in Node 24, V8 computes powers differently. */
const hasOtherPowers = Number(process.versions.v8.split('.')[0]) >= 13;

function expectBitsOfV8(program: () => string): void {
  for (const name of Object.keys(mathFunctions)) {
    it.skipIf(name === 'pow' && hasOtherPowers)(name, () => {
      for (let block = 0; block < blocks; block++) {
        const { status, stdout, stderr } = run(program(), [name], mathCases(name, seed + block, 50_000));
        expect(stdout).toBe('');
        expect(stderr).toBe('50000 cases, 0 failures\n');
        expect(status).toBe(0);
      }
    });
  }
}

describe.skipIf(cxx === undefined)(
  `functions of Math have the bits of V8${cxx === undefined ? ' (skipped: no C++ compiler)' : ''}`,
  () => {
    let program = '';
    beforeAll(() => {
      program = build(cxx ?? '', 'number/math_cases.cpp', '-O2');
    });
    expectBitsOfV8(() => program);
  },
);

describe.skipIf(cxx === undefined)('functions of Math have the bits of V8 by the paths of device code', () => {
  let program = '';
  beforeAll(() => {
    program = buildEmulated(cxx ?? '', 'number/math_cases.cpp');
  });
  expectBitsOfV8(() => program);
});

describe.skipIf(nvcc === undefined)(
  `functions of Math in CUDA${nvcc === undefined ? ' (skipped: no nvcc)' : ''}`,
  () => {
    it('compile for the device', () => {
      expect(buildDevice(nvcc ?? '', 'number/device_math_cases.cu')).toContain('evaluate_all');
    });

    describe.skipIf(!gpu)('have the bits of V8', () => {
      let program = '';
      beforeAll(() => {
        program = buildForDevice(nvcc ?? '', 'number/device_math_cases.cu');
      });
      expectBitsOfV8(() => program);
    });
  },
);
