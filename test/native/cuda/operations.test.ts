import { beforeAll, describe, expect, it } from 'vitest';
import { buildDevice, buildForDevice, gpu, nvcc, run } from '../toolchain.js';

describe.skipIf(nvcc === undefined)(`the row logic in CUDA${nvcc === undefined ? ' (skipped: no nvcc)' : ''}`, () => {
  let report = '';
  beforeAll(() => {
    report = buildDevice(nvcc ?? '', 'cuda/every_operation.cu');
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
    const { status, stdout } = run(buildForDevice(nvcc ?? '', 'cuda/device_cases.cu'), [], Buffer.alloc(0));
    expect(stdout).toBe('200000 cases, 0 failures\n');
    expect(status).toBe(0);
  });
});
