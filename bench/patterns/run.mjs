// Regular expressions on the CPU:
//   node bench/patterns/run.mjs [--only firstDate,duckdb] [--rows 1000000] [--referers 1000000] [--threads 1,2] [--runs 5] [--out FILE]
// Seven jobs over ASCII and over mixed text, and ClickBench's query 28 over generated referers. The contestants are V8, DuckDB, Polars and
// rowfuse, each in a process of its own per job. Times are medians of the runs after a first one. The checksums of all results are compared.
// --only takes names of jobs and of contestants.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildForCpu } from '../build-for-cpu.mjs';
import { machine } from '../machine.mjs';
import { summary } from '../statistics.mjs';
import { writeColumn } from './column-file.mjs';
import { jobs, refererHosts } from './jobs.mjs';
import { contents, seed, sourceOf } from './texts.mjs';

const contestants = ['rowfuse', 'javascript', 'duckdb', 'polars'];
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    referers: { type: 'string' },
    threads: { type: 'string', default: '1,2' },
    runs: { type: 'string', default: '5' },
    out: { type: 'string' },
  },
});
const [rows, referers] = [options.rows, options.referers ?? options.rows].map(Number);
const threads = options.threads.split(',').map(Number);
const allJobs = [...jobs, refererHosts];
const only = options.only?.split(',') ?? [];
const names = [...contestants, ...allJobs.map(({ name }) => name)];
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`unknown name ${unknown.join(', ')}: choose of ${names.join(', ')}`);
const chosen = (list, nameOf) => {
  const some = list.filter((each) => only.includes(nameOf(each)));
  return some.length > 0 ? some : list;
};

const work = path('../.work/patterns');
mkdirSync(work, { recursive: true });
buildForCpu(path('./transforms.ts'), work);

const generators = ['random', 'texts', 'referers', 'column-file'].map((name) => readFileSync(path(`./${name}.mjs`)));
const version = createHash('sha256').update(Buffer.concat(generators)).digest('hex').slice(0, 8);

/** Returns the path of a column, which is generated if these generators have not made it yet. */
function columnPath(column, content, count) {
  const file = `${work}/${column}-${content}-${count}-${version}`;
  writeColumn(file, sourceOf(column, content), count);
  return file;
}

function measure(contestant, job, content, file, count) {
  const args = [contestant, job.name, content, file, String(count), options.runs];
  const text = execFileSync(
    process.execPath,
    ['--expose-gc', '--max-old-space-size=12288', path('./measure.mjs'), ...args],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      env: { ...process.env, POLARS_MAX_THREADS: String(count) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return JSON.parse(text);
}

const report = {
  benchmark: 'regular expressions on the CPU',
  machine: { ...machine(), loadBefore: loadavg()[0] },
  seed,
  rows,
  referers,
  results: [],
};

/** Writes after each result, so that a run that is stopped keeps what it measured. */
function write() {
  report.machine.loadAfter = loadavg()[0];
  if (options.out) writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
}

let differs = false;
for (const job of chosen(allJobs, ({ name }) => name)) {
  const count = job.isGrouped ? referers : rows;
  for (const content of job.isGrouped ? ['ascii'] : contents) {
    const file = columnPath(job.column, content, count);
    const bytes = statSync(`${file}.data`).size;
    let expected;
    for (const contestant of chosen(contestants, (name) => name)) {
      for (const each of threads) {
        const { checksum, rows: results, seconds, ...rest } = measure(contestant, job, content, file, each);
        expected ??= checksum;
        const same = checksum === expected;
        differs ||= !same;
        const { median, least, most, runs } = summary(seconds);
        const perRow = { nsPerRow: (median * 1e9) / count, mbPerSecond: bytes / median / 1e6 };
        const note = job.notes?.[contestant];
        report.results.push({
          ...{ job: job.name, content, contestant, threads: each, rows: count, bytes, results, checksum, same },
          ...{ seconds: { median, least, most, runs }, ...perRow, ...rest, note },
        });
        write();
        console.log(
          `${job.name}, ${content}: ${contestant}, ${each} thread${each === 1 ? '' : 's'} ${perRow.nsPerRow.toFixed(1)} ns per row, ` +
            `${perRow.mbPerSecond.toFixed(0)} MB/s${same ? '' : ', ANOTHER RESULT'}`,
        );
      }
    }
  }
}
if (differs) process.exitCode = 1;
