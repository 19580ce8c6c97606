// Moving averages on the CPU:
//   node --expose-gc bench/rolling/rolling.mjs [--rows 10000000] [--runs 9] [--out FILE]
// The mean of 3000 doubles each, by rowfuse (Arrow in, Arrow out), by a loop in JavaScript, and by Polars and DuckDB over their own
// tables. C++ measures several windows (bench/cpu/rolling.cpp: rowfuse's engine against loops by hand). Results are compared at sampled
// rows.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { makeVector } from 'apache-arrow';
import pl from 'nodejs-polars';
import { buildForCpu } from '../build-for-cpu.mjs';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    runs: { type: 'string', default: '9' },
    out: { type: 'string' },
  },
});
const rows = Number(options.rows);
const runs = Number(options.runs);
const window = 3000;

const work = path('../.work/rolling');
mkdirSync(work, { recursive: true });
const generated = buildForCpu(path('./transforms.ts'), work);
const flags = ['-std=c++20', '-O3', '-ffp-contract=off', '-Wall', '-Wextra', '-pthread'];
const include = ['-I', path('../../native/include')];
execFileSync('g++', [...flags, ...include, '-o', `${work}/program`, path('../cpu/rolling.cpp')], { stdio: 'inherit' });

/** DuckDB computes the same from the number of a row: between 0 and 1000. */
const values = Float64Array.from({ length: rows }, (_, row) => ((row * 7919) % 1000003) / 1000.003);
const { mean3000, configure } = await import(generated);
configure({ threads: 2 });
const input = { x: makeVector(values) };

function sliding(out) {
  let sum = 0;
  for (let row = 0; row < rows; row += 1) {
    sum += values[row];
    if (row >= window) sum -= values[row - window];
    out[row] = row >= window - 1 ? sum / window : Number.NaN;
  }
  return out;
}

const frame = pl.DataFrame({ x: pl.Series('x', values) });
const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const connection = await instance.connect();
await connection.run(`CREATE TABLE t AS SELECT i, ((i * 7919) % 1000003) / 1000.003 AS x FROM range(${rows}) r(i)`);

let earlier = await mean3000(input, { backend: 'cpu' });
const reused = new Float64Array(rows);
const versions = [
  ['rowfuse', () => mean3000(input, { backend: 'cpu' }), (result, row) => result.get(row)],
  [
    'rowfuse, over memory of an earlier result',
    async () => {
      earlier = await mean3000(input, { backend: 'cpu', out: earlier });
      return earlier;
    },
    (result, row) => result.get(row),
  ],
  ['JavaScript, a running sum', () => sliding(new Float64Array(rows)), (result, row) => result[row]],
  ['JavaScript, a running sum over memory of before', () => sliding(reused), (result, row) => result[row]],
  ['Polars', () => frame.select(pl.col('x').rollingMean(window)), (result, row) => result.getColumn('x').get(row)],
  [
    'DuckDB',
    () =>
      connection.run(
        `CREATE OR REPLACE TABLE result AS SELECT i, avg(x) OVER (ORDER BY i ROWS BETWEEN ${window - 1} PRECEDING AND CURRENT ROW) AS m FROM t`,
      ),
    undefined,
  ],
];

/** The sum of a window that carries the rounding of each addition along (Neumaier). */
function exactMean(row) {
  let [sum, rest] = [0, 0];
  for (let at = row - window + 1; at <= row; at += 1) {
    const next = sum + values[at];
    rest += Math.abs(sum) >= Math.abs(values[at]) ? sum - next + values[at] : values[at] - next + sum;
    sum = next;
  }
  return (sum + rest) / window;
}

const report = {
  benchmark: 'moving averages on the CPU',
  machine: machine(),
  rows,
  window,
  runs,
  flags: flags.join(' '),
  results: [],
};
for (const [version, run, valueAt] of versions) {
  const seconds = [];
  let result;
  // A contestant that takes seconds is run three times.
  for (let index = -1; index < runs && !(index >= 3 && seconds[0] > 1); index += 1) {
    globalThis.gc?.();
    const from = performance.now();
    result = await run();
    if (index >= 0) seconds.push((performance.now() - from) / 1000);
  }
  let error = 0;
  for (let row = window - 1; valueAt && row < rows; row += Math.ceil(rows / 200)) {
    const exact = exactMean(row);
    error = Math.max(error, Math.abs(valueAt(result, row) - exact) / Math.abs(exact));
  }
  report.results.push({ version, seconds: median(seconds), ...(valueAt && { error }) });
  console.log(
    `${version}: ${(median(seconds) * 1000).toFixed(1)} ms${valueAt ? `, error ${error.toExponential(1)}` : ''}`,
  );
}
report.program = JSON.parse(
  execFileSync(`${work}/program`, ['--rows', String(rows), '--runs', String(runs)], { encoding: 'utf8' }),
);
if (options.out) writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
process.exit(0);
