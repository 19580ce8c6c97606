import { describe, expect, it } from 'vitest';
import { build, cxx, run } from '../toolchain.js';

describe.skipIf(cxx === undefined)('UTF-8 in C++', () => {
  it('is checked by vectors as by bytes', () => {
    const { status, stdout, stderr } = run(build(cxx ?? '', 'string/utf8_vectors.cpp', '-O2'), [], Buffer.alloc(0));
    expect(stdout + stderr).toMatch(/^\d{7,} cases, 0 failures\n$/);
    expect(status).toBe(0);
  });

  it('has characters of the same size by words as by bytes', () => {
    const { status, stdout, stderr } = run(build(cxx ?? '', 'string/utf8_characters.cpp', '-O2'), [], Buffer.alloc(0));
    expect(stdout + stderr).toBe('371982336 cases\n');
    expect(status).toBe(0);
  });
});
