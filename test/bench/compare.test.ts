import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../cli/temporary-directory.js';
import { root } from '../root.js';

interface Version {
  readonly version: string;
  readonly ms?: number;
  readonly runsMs?: readonly number[];
  readonly gigabytesPerSecond?: number;
}

const results = (versions: readonly Version[], device = 'A') => ({
  benchmark: 'redact',
  machine: { device, date: '2026-11-27' },
  sizes: [{ rows: 600_000, versions }],
});

/** Returns the exit status of bench/compare.mjs for two files, and the text that it prints. */
function compare(before: object, after: object, ...options: readonly string[]) {
  const folder = temporaryDirectory('compare');
  const files = [before, after].map((content, index) => {
    const file = path.join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'bench/compare.mjs'), ...files, ...options],
    { encoding: 'utf8' },
  );
  return { status, text: stdout + stderr };
}

describe('the comparison of two result files', () => {
  test('reports a time that grew beyond the noise as worse, and fails', () => {
    const { status, text } = compare(results([{ version: 'own', ms: 10 }]), results([{ version: 'own', ms: 11 }]));
    expect(status).toBe(1);
    expect(text).toContain('worse: 1\n  sizes, rows 600000, versions, version own: ms: 10 → 11 (10.0 % worse)');
  });

  test('accepts the same change within a stated noise', () => {
    const [before, after] = [10, 11].map((ms) => results([{ version: 'own', ms }]));
    expect(compare(before ?? {}, after ?? {}, '--noise', '10')).toEqual({
      status: 0,
      text: '1 figures compared, noise 10 %\n',
    });
  });

  test('takes a rate that fell for worse, and a time that fell for better', () => {
    const before = results([{ version: 'own', ms: 10, gigabytesPerSecond: 100 }]);
    const { text } = compare(before, results([{ version: 'own', ms: 5, gigabytesPerSecond: 50 }]));
    expect(text).toMatch(
      /worse: 1\n.*gigabytesPerSecond: 100 → 50 \(100\.0 % worse\)\nbetter: 1\n.*ms: 10 → 5 \(50\.0 % better\)/,
    );
  });

  test('takes a change inside the spread of the runs of both files for noise', () => {
    const runs = (runsMs: readonly number[]) => results([{ version: 'own', runsMs }]);
    expect(compare(runs([8, 10, 14]), runs([9, 13, 15])).status).toBe(0);
    expect(compare(runs([8, 10, 11]), runs([12, 13, 15])).status).toBe(1);
  });

  test('names figures that only one file has, and machines that differ', () => {
    const { text } = compare(
      results([
        { version: 'own', ms: 10 },
        { version: 'old', ms: 1 },
      ]),
      results(
        [
          { version: 'own', ms: 10 },
          { version: 'new', ms: 1 },
        ],
        'B',
      ),
    );
    expect(text).toContain('different machines: A before, B after');
    expect(text).toContain('only before: 1\n  sizes, rows 600000, versions, version old: ms');
    expect(text).toContain('only after: 1\n  sizes, rows 600000, versions, version new: ms');
  });

  test('refuses files of two benchmarks, and files without a common figure', () => {
    const own = results([{ version: 'own', ms: 10 }]);
    expect(compare(own, { ...own, benchmark: 'rows' })).toEqual({
      status: 2,
      text: "these are two benchmarks: 'redact' and 'rows'\n",
    });
    expect(compare(own, results([{ version: 'other', ms: 10 }])).status).toBe(1);
  });
});
