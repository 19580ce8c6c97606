import { expect, it } from 'vitest';
import { build, cxx, run } from '../toolchain.js';

it.skipIf(cxx === undefined)('literals, absent values and conversions in C++ have the values of JavaScript', () => {
  const { status, stdout, stderr } = run(build(cxx ?? '', 'value/values.cpp', '-O2'), [], Buffer.alloc(0));
  expect(stdout + stderr).toBe('0 failures\n');
  expect(status).toBe(0);
});
