// node scripts/regex-sweep.mjs [--patterns 20000] [--texts 25] [--seed 1] [--kind any] [--out bench/results/regex-<date>.json]
//
// Compares the engines of regular expressions (native/include/rowfuse/regex) with this Node's V8: random patterns of the whole grammar, each
// with texts that it matches in places; or patterns of a kind of test/regex/random-cases.ts. A pattern and its texts follow from the seed.
// Needs a C++ compiler.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { tsImport } from 'tsx/esm/api';
import { machine } from '../bench/machine.mjs';

const ROOT = resolve(import.meta.dirname, '..');

const { values: options } = parseArgs({
  options: {
    patterns: { type: 'string', default: '20000' },
    texts: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string', default: 'any' },
    out: { type: 'string' },
  },
});

const { compareRandom } = await tsImport('../test/regex/comparison.ts', import.meta.url);

const folder = mkdtempSync(join(tmpdir(), 'rowfuse-regex-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function build() {
  const program = join(folder, 'pattern_cases');
  const source = join(ROOT, 'test/native/regex/pattern_cases.cpp');
  const flags = ['-std=c++20', '-O2', '-Wall', '-Wextra', `-I${join(ROOT, 'native/include')}`];
  const { status } = spawnSync(process.env.CXX ?? 'g++', [...flags, source, '-o', program], { stdio: 'inherit' });
  if (status !== 0) process.exit(2);
  return program;
}

const startedOn = machine();
const started = performance.now();
const [seed, patterns, texts] = [options.seed, options.patterns, options.texts].map(Number);
const counts = await compareRandom(build(), seed, patterns, texts, options.kind);
const result = {
  benchmark: 'engines of regular expressions, against V8',
  date: new Date().toISOString().slice(0, 10),
  machine: startedOn,
  versions: { node: process.version, v8: process.versions.v8, unicode: process.versions.unicode },
  seed,
  kind: options.kind,
  textsPerPattern: texts,
  seconds: Math.round((performance.now() - started) / 1000),
  counts,
};
console.log(JSON.stringify(result, null, 2));
if (options.out) writeFileSync(options.out, `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = counts.differences > 0 ? 1 : 0;
