import { beforeAll, describe, expect, it } from 'vitest';
import { build, buildDevice, buildEmulated, buildForDevice, cxx, gpu, nvcc, run } from '../toolchain.js';
import { digitCases, type Operation, operations } from './digit-cases.js';

const seed = Number(process.env.ROWFUSE_SEED ?? 20_25);
/** A million cases of each: ROWFUSE_CASES=100 npx vitest run test/native/number/digits.test.ts */
const count = 10_000 * Number(process.env.ROWFUSE_CASES ?? 1);
/** The number of cases that are written for the program at a time. */
const portion = 100_000;

const names = Object.keys(operations) as Operation[];

function check(program: string, operation: Operation, cases: number): void {
  for (let done = 0; done < cases; done += portion) {
    const size = Math.min(portion, cases - done);
    const { status, stdout, stderr } = run(program, [], digitCases(operation, seed + done, size));
    expect(stdout).toBe('');
    expect(stderr).toBe(`${size} cases, 0 failures\n`);
    expect(status).toBe(0);
  }
}

describe.skipIf(cxx === undefined)('numbers and text in C++', () => {
  let program = '';
  let emulated = '';
  beforeAll(() => {
    program = build(cxx ?? '', 'number/digit_cases.cpp', '-O1');
    emulated = buildEmulated(cxx ?? '', 'number/digit_cases.cpp');
  });

  it.each(names)('%s as JavaScript', (operation) => check(program, operation, count));
  it.each(names)('%s by the paths of device code', (operation) => check(emulated, operation, count / 5));
});

describe.skipIf(nvcc === undefined)('numbers and text in CUDA', () => {
  it('compile for the device', () => {
    const report = buildDevice(nvcc ?? '', 'number/every_digit.cu');
    for (const kernel of ['every_parser', 'every_printer', 'every_date', 'every_hash'])
      expect(report).toContain(kernel);
  });

  it.skipIf(!gpu)('agree on device and host, and every number that is printed reads back', () => {
    const { status, stdout } = run(buildForDevice(nvcc ?? '', 'number/digit_device_cases.cu'), [], Buffer.alloc(0));
    expect(stdout).toBe('100000 cases, 0 differences\n10000000 numbers, 0 not read back\n');
    expect(status).toBe(0);
  });
});
