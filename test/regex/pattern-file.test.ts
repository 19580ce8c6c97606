import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, buildDevice, buildEmulated, buildForDevice, cxx, gpu, nvcc, run } from '../native/toolchain.js';
import { type PatternFile, patternFile } from './pattern-file.js';

const [seed, patterns, pairs] = [Number(process.env.ROWFUSE_SEED ?? '2027'), 60, 10];

interface Report {
  readonly cases: PatternFile['header'];
  readonly patterns: number;
  readonly pairs: number;
  readonly engines: Readonly<Record<string, number>>;
  readonly differences: number;
  readonly examples: readonly string[];
}

describe('files of cases', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowfuse-patterns-'));
  const path = join(folder, 'cases');
  let file: PatternFile;

  const reportOf = (program: string, bytes: Uint8Array): Report => {
    writeFileSync(path, bytes);
    const { stdout, stderr } = run(program, [path], Buffer.alloc(0));
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Report;
  };

  const expectNoDifference = (report: Report) => {
    expect(report.examples).toEqual([]);
    expect(report).toMatchObject({ cases: file.header, patterns, pairs: file.header.pairs, differences: 0 });
    for (const engine of [
      'two passes',
      'two passes by an automaton',
      'backward test',
      'search',
      'tagged',
      'set',
      'enclosed',
    ])
      expect(report.engines[engine]).toBeGreaterThan(10);
  };

  beforeAll(async () => {
    file = await patternFile(seed, patterns, pairs);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(cxx === undefined)('are read on the host, where every engine finds the matches of V8', async () => {
    const program = build(cxx ?? '', 'regex/pattern_file.cpp', '-O1');
    expectNoDifference(reportOf(program, file.bytes));
    // A program that finds no difference to wrong matches proves nothing.
    const altered = await patternFile(seed, patterns, pairs, (matches) => matches.map((place) => (place < 0 ? 0 : -1)));
    expect(reportOf(program, altered.bytes).differences).toBeGreaterThan(500);
  });

  it.skipIf(cxx === undefined)('are read by the paths of device code, which find the same', () => {
    expectNoDifference(reportOf(buildEmulated(cxx ?? '', 'regex/pattern_file.cpp'), file.bytes));
  });

  it.skipIf(nvcc === undefined)('are read by a program that compiles for a GPU', () => {
    expect(buildDevice(nvcc ?? '', 'regex/pattern_file.cu')).toContain('run_pairs');
  });

  it.skipIf(!gpu || nvcc === undefined)('are read on a GPU, where every engine finds the matches of V8', () => {
    expectNoDifference(reportOf(buildForDevice(nvcc ?? '', 'regex/pattern_file.cu'), file.bytes));
  });
});
