import { describe, expect, it } from 'vitest';
import { build, buildBlocks, buildLarge, cxx, run } from '../toolchain.js';

const seed = String(process.env.ROWFUSE_SEED ?? 20_25);
const rounds = String(process.env.ROWFUSE_CASES ?? 1);
const nothing = Buffer.alloc(0);

describe.skipIf(cxx === undefined)(`groups in C++${cxx === undefined ? ' (skipped: no C++ compiler)' : ''}`, () => {
  it('have the defined sums and variances, to the bit, in any order', () => {
    const { status, stdout, stderr } = run(build(cxx ?? '', 'group/sum_cases.cpp', '-O1'), [seed, rounds], nothing);
    expect(stdout + stderr).toMatch(/^\d{4,} cases, 0 failures\n$/);
    expect(status).toBe(0);
  });

  it('find line ends without SSE2', () => {
    const { status, stdout, stderr } = run(build(cxx ?? '', 'group/line_places.cpp', '-O1'), [], nothing);
    expect(stdout + stderr).toBe('100000 cases, 0 failures\n');
    expect(status).toBe(0);
  });

  it('equal those of a map, for any number of threads, tiles, pieces of text and files', () => {
    const { status, stdout, stderr } = run(buildLarge(cxx ?? '', 'group/grouping_cases.cpp'), [seed, rounds], nothing);
    expect(stdout + stderr).toMatch(/^\d{6,} cases, 0 failures\n$/);
    expect(status).toBe(0);
  });

  it('spread over a table whoever chooses their keys', () => {
    const { status, stdout, stderr } = run(buildBlocks(cxx ?? '', 'group/key_hash_cases.cpp'), [seed, '20'], nothing);
    expect(stdout + stderr).toMatch(/^\d{5,} cases, 0 failures\n$/);
    expect(status).toBe(0);
  });

  it('are the same by the blocks of device code', () => {
    const args = ['--seed', seed, '--rounds', String(15 * Number(rounds)), '--bytes', '30000', '--rows', '2000'];
    const { status, stdout, stderr } = run(buildBlocks(cxx ?? '', 'group/group_blocks.cpp'), args, nothing);
    expect(stdout + stderr).toMatch(/^\d{3,} comparisons, 0 differ\n$/);
    expect(status).toBe(0);
  });
});
