import { describe, expect, it } from 'vitest';
import { build, buildBlocks, buildForDevice, buildLarge, buildPtx, cxx, gpu, nvcc, run } from '../toolchain.js';

const seed = String(process.env.ROWFUSE_SEED ?? 20_25);
const rounds = String(process.env.ROWFUSE_CASES ?? 1);
const nothing = Buffer.alloc(0);

describe.skipIf(cxx === undefined)(
  `rolling windows in C++${cxx === undefined ? ' (skipped: no C++ compiler)' : ''}`,
  () => {
    it('are combined in the defined order, by monoids that give the results of loops', () => {
      const { status, stdout, stderr } = run(build(cxx ?? '', 'rolling/rolling_cases.cpp', '-O1'), [seed], nothing);
      expect(stdout + stderr).toMatch(/^\d{5,} cases, 0 failures\n$/);
      expect(status).toBe(0);
    });

    it('are the same by the tiles of the CPU, wherever these begin and end', () => {
      const { status, stdout, stderr } = run(
        buildLarge(cxx ?? '', 'rolling/rolling_tiles.cpp'),
        [seed, rounds],
        nothing,
      );
      expect(stdout + stderr).toMatch(/^\d{5,} cases, 0 failures\n$/);
      expect(status).toBe(0);
    });

    it('are the same by the blocks of device code', () => {
      const { status, stdout, stderr } = run(
        buildBlocks(cxx ?? '', 'rolling/rolling_blocks.cpp'),
        [seed, rounds],
        nothing,
      );
      expect(stdout + stderr).toMatch(/^\d{4,} cases, 0 failures\n$/);
      expect(status).toBe(0);
    });
  },
);

describe.skipIf(nvcc === undefined)(`rolling windows in CUDA${nvcc === undefined ? ' (skipped: no nvcc)' : ''}`, () => {
  it('compile for the device', () => {
    expect(buildPtx(nvcc ?? '', 'rolling/rolling_device_cases.cu')).toMatch(/^\.visible \.entry \w*kernel_fold\w*\($/m);
  });

  it.skipIf(!gpu)('give the same results on device and host', () => {
    const { status, stdout } = run(buildForDevice(nvcc ?? '', 'rolling/rolling_device_cases.cu'), [seed], nothing);
    expect(stdout).toMatch(/^\d{3,} cases, 0 failures\n$/);
    expect(status).toBe(0);
  });
});
