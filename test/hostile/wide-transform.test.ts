import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compile } from 'rowfuse/compiler';
import { afterAll, expect, it } from 'vitest';
import { cxx } from '../native/toolchain.js';
import { root as repository } from '../root.js';

const root = mkdtempSync(path.join(tmpdir(), 'rowfuse-wide-'));
afterAll(() => rmSync(root, { recursive: true }));

/** GCC took 2.9 GB for this many columns when each column's type was found by way of all before it, and takes 0.3 GB now. */
const columns = 300;
const kilobytes = 1_500_000;

it.skipIf(cxx === undefined)(
  'the C++ of a transform of 300 columns compiles within 1.5 GB',
  { timeout: 120_000 },
  () => {
    const names = Array.from({ length: columns }, (_, index) => `c${index}`);
    const file = path.join(root, 'wide.ts');
    writeFileSync(
      file,
      `import { float64, transform } from 'rowfuse';
export const wide = transform({ input: { ${names.map((name) => `${name}: float64`).join(', ')} }, output: float64, row: (r) => ${names.map((name) => `r.${name}`).join(' + ')} });
`,
    );
    const { diagnostics, files } = compile({ files: [file], root });
    expect(diagnostics).toEqual([]);
    for (const emitted of files) {
      mkdirSync(path.dirname(path.join(root, emitted.path)), { recursive: true });
      writeFileSync(path.join(root, emitted.path), emitted.text);
    }
    const command = `ulimit -v ${kilobytes} && exec "$0" -std=c++20 -fsyntax-only "-I$1/native/include" wide/wide.cpp`;
    const { status, stderr } = spawnSync('sh', ['-c', command, cxx ?? '', repository], { cwd: root, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);
