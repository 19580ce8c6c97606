// The One Billion Row Challenge on the CPU:
//   node bench/one-billion-rows/one-billion-rows.mjs [--rows 50000000] [--stations 413,10000] [--runs 5] [--only ...] [--out FILE]
// From
// a file in the page cache to the challenge's text. Each contestant has its own process, with two threads except the loop over lines.
// All texts are compared.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generate } from '../../examples/one-billion-rows/generate.mjs';
import { buildForCpu } from '../build-for-cpu.mjs';
import { machine } from '../machine.mjs';
import { summary } from '../statistics.mjs';

const contestants = ['cpp', 'rowfuse', 'javascript-workers', 'duckdb', 'polars', 'readline'];
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000000' },
    stations: { type: 'string', default: '413,10000' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: contestants.join(',') },
    out: { type: 'string' },
  },
});
const [rows, runs] = [options.rows, options.runs].map(Number);
const sizes = options.stations.split(',').map(Number);
const only = options.only.split(',');
for (const name of only) {
  if (!contestants.includes(name)) throw new Error(`unknown contestant ${name}: choose of ${contestants.join(', ')}`);
}

const work = path('../.work/one-billion-rows');
mkdirSync(work, { recursive: true });
const flags = ['-std=c++20', '-O3', '-march=native', '-Wall', '-Wextra', '-pthread'];
if (only.includes('cpp')) {
  execFileSync('g++', [...flags, '-o', `${work}/program`, path('../cpu/one_billion_rows.cpp')], { stdio: 'inherit' });
}
if (only.includes('rowfuse')) {
  buildForCpu(path('../../examples/one-billion-rows.ts'), work);
}

function measure(contestant, file) {
  const [command, args] =
    contestant === 'cpp'
      ? [`${work}/program`, [file, '2', String(runs)]]
      : [process.execPath, ['--expose-gc', path('./measure.mjs'), contestant, file, String(runs)]];
  const text = execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, POLARS_MAX_THREADS: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [times, result] = text.trimEnd().split('\n');
  return { milliseconds: JSON.parse(times), result };
}

const report = {
  benchmark: 'one billion rows on the CPU',
  machine: machine(),
  rows,
  flags: flags.join(' '),
  results: [],
};
for (const stations of sizes) {
  const file = `${work}/measurements-${rows}-${stations}.txt`;
  if (!existsSync(file)) generate(file, { rows, stations, seed: 1 });
  let expected;
  for (const contestant of only) {
    const { milliseconds, result } = measure(contestant, file);
    expected ??= result;
    const seconds = summary(milliseconds.map((time) => time / 1000));
    report.results.push({ stations, bytes: statSync(file).size, contestant, seconds, same: result === expected });
    console.log(
      `${stations} stations: ${contestant} ${seconds.median.toFixed(3)} s${result === expected ? '' : ', ANOTHER RESULT'}`,
    );
  }
}
if (options.out) writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
