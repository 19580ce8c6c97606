// The CPU benchmark: node bench/run.mjs [--rows 600000,2000000,10000000,60000000] [--only cpp,rowfuse] [--out FILE]
// Each contestant runs at each size in its own process, one after the other. The checksum of every output is compared with the
// reference: the plain row function over strings. The cold start and the compile time of every example follow. Writes JSON; report.mjs
// makes the tables of docs/explanation/measurements.md from it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildTimes } from './cpu/build-times.mjs';
import { coldStart } from './cpu/cold-start.mjs';
import { buildCpp, runCpp } from './cpu/cpp.mjs';
import { redactStrings } from './cpu/javascript-strings.mjs';
import { ColumnChecksum } from './data/checksum.mjs';
import { redactTable } from './data/redact-table.mjs';
import { machine } from './machine.mjs';
import { median, summary } from './statistics.mjs';

const CONTESTANTS = [
  'cpp',
  'rowfuse',
  'javascript-bytes',
  'javascript-workers',
  'javascript-strings',
  'duckdb',
  'polars',
];
/** The most bytes per row that a contestant holds at once, rounded up: its own table, the result and ours. */
const BYTES_A_ROW = 330;

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '600000,2000000,10000000,60000000' },
    only: { type: 'string', default: CONTESTANTS.join(',') },
    out: { type: 'string', default: path(`./results/cpu-${new Date().toISOString().slice(0, 10)}.json`) },
    'no-cold-start': { type: 'boolean', default: false },
  },
});
const only = options.only.split(',');
const unknown = only.filter((name) => !CONTESTANTS.includes(name));
if (unknown.length > 0)
  throw new Error(`unknown contestant ${unknown.join(', ')}: choose of ${CONTESTANTS.join(', ')}`);

/** Results are published, so they contain no paths of this machine. */
const withoutRoot = (text) => text.replaceAll(path('../'), '');

function measure(contestant, rows) {
  const child = ['--expose-gc', '--max-old-space-size=8192', path('./cpu/measure.mjs'), contestant, String(rows)];
  const environment = { ...process.env, POLARS_MAX_THREADS: '2' };
  try {
    const text = execFileSync(process.execPath, child, {
      encoding: 'utf8',
      env: environment,
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return JSON.parse(text.trim().split('\n').at(-1));
  } catch (error) {
    const reason = /^\w*Error\b.*/m.exec(error.stderr ?? '')?.[0] ?? `ended with ${error.signal ?? error.status}`;
    return { contestant, rows, results: [], failed: withoutRoot(reason) };
  }
}

/** The input's and the right output's checksums. */
function expectedChecksums(rows) {
  const table = redactTable(rows);
  const text = ({ offsets, data }) => new ColumnChecksum().add(offsets, data, rows).toString();
  return { input: `${text(table.name)},${text(table.visibility)}`, output: text(redactStrings(table)) };
}

function report({ contestant, skipped, failed, results }) {
  if (skipped !== undefined) console.log(`  ${contestant}: skipped: ${skipped}`);
  if (failed !== undefined) console.log(`  ${contestant}: FAILED: ${failed}`);
  for (const { version, memory, threads, time, matches } of results) {
    const name = `${contestant} ${version}, ${memory} memory, ${threads} thread${threads === 1 ? '' : 's'}`;
    const verdict = matches ? '' : '  WRONG OUTPUT';
    console.log(`  ${name.padEnd(60)} ${(time.median * 1000).toFixed(1).padStart(9)} ms${verdict}`);
  }
}

const cpp = only.includes('cpp') ? buildCpp() : {};
const sizes = [];
let wrong = 0;
for (const rows of options.rows.split(',').map(Number)) {
  console.log(`${rows} rows`);
  if (rows * BYTES_A_ROW > freemem()) {
    const skipped = `${rows} rows need about ${Math.round((rows * BYTES_A_ROW) / 2 ** 30)} GiB of free memory`;
    console.log(`  skipped: ${skipped}`);
    sizes.push({ rows, skipped, contestants: [] });
    continue;
  }
  const expected = expectedChecksums(rows);
  const contestants = [];
  for (const contestant of CONTESTANTS.filter((name) => only.includes(name))) {
    const measured =
      contestant !== 'cpp'
        ? measure(contestant, rows)
        : cpp.program === undefined
          ? { contestant, rows, skipped: cpp.skipped, results: [] }
          : runCpp(cpp.program, rows);
    if (measured.input !== undefined && measured.input !== expected.input) {
      throw new Error(
        `the C++ generator makes another table than the JavaScript one: ${measured.input}, ${expected.input}`,
      );
    }
    measured.results = measured.results.map(({ seconds, cpuSeconds, checksum, ...result }) => ({
      ...result,
      matches: checksum === expected.output,
      time: { ...summary(seconds), medianCpu: median(cpuSeconds) },
    }));
    wrong += measured.results.filter(({ matches }) => !matches).length;
    contestants.push(measured);
    report(measured);
  }
  sizes.push({ rows, checksum: expected.output, contestants });
}
const cold = options['no-cold-start'] ? undefined : await coldStart();
if (cold !== undefined) console.log('cold start', JSON.stringify(cold, null, 2));
const compileTimes = options['no-cold-start'] ? undefined : await buildTimes();
if (compileTimes !== undefined) console.log('compile times', JSON.stringify(compileTimes, null, 2));

mkdirSync(dirname(options.out), { recursive: true });
const results = {
  benchmark: 'redact on the CPU',
  machine: { ...machine(), flags: cpp.flags },
  sizes,
  coldStart: cold,
  buildTimes: compileTimes,
};
writeFileSync(options.out, `${JSON.stringify(results, null, 2)}\n`);
console.log(`wrote ${options.out}`);
if (wrong > 0) {
  console.error(`${wrong} outputs differ from the reference`);
  process.exitCode = 1;
}
