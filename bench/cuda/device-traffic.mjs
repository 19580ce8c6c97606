// Bytes that each version of article_bench moves through device memory, by the hardware's counters (ncu, Nsight Compute), over one run
// each: node bench/cuda/device-traffic.mjs <article_bench> --names bench/data/names.csv [--rows N] [--out FILE]
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    names: { type: 'string', default: 'bench/data/names.csv' },
    rows: { type: 'string', default: '10000000' },
    out: { type: 'string' },
  },
});
const [program] = positionals;
if (program === undefined) throw new Error('name the program: node bench/cuda/device-traffic.mjs <article_bench>');

const VERSIONS = ['general', 'kernel malloc', 'preallocated', 'two-pass', 'rowfuse'];
const METRICS = ['dram__bytes_read.sum', 'dram__bytes_write.sum', 'gpu__time_duration.sum'];

/** Cells of a line of ncu's CSV: every one is quoted, and inner quotes are doubled. */
const cells = (line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map((match) => match[1]);

/** Each kernel's metrics in the order of the launches: bytes and nanoseconds (`--print-units base`). */
function profile(version) {
  const settings = ['--profile-from-start', 'off', '--csv', '--print-units', 'base', '--metrics', METRICS.join(',')];
  const call = ['--names', options.names, '--rows', options.rows, '--once', '--no-direct', '--only', version];
  const text = execFileSync('ncu', [...settings, program, ...call], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [head, ...lines] = text
    .split('\n')
    .filter((line) => line.startsWith('"'))
    .map(cells);
  const column = (name) => head.indexOf(name);
  const kernels = new Map();
  for (const line of lines) {
    const id = line[column('ID')];
    const kernel = kernels.get(id) ?? { name: line[column('Kernel Name')].replace(/^void |[(<].*$/g, '') };
    kernel[line[column('Metric Name')]] = Number(line[column('Metric Value')].replaceAll(',', ''));
    kernels.set(id, kernel);
  }
  return [...kernels.values()].map(({ name, ...metrics }) => ({
    name,
    read: metrics[METRICS[0]],
    written: metrics[METRICS[1]],
    microseconds: metrics[METRICS[2]] / 1000,
  }));
}

const firstLine = (command, args) => execFileSync(command, args, { encoding: 'utf8' }).trim().split('\n')[0];

const versions = VERSIONS.map((version) => {
  const kernels = profile(version);
  const deviceBytes = kernels.reduce((sum, { read, written }) => sum + read + written, 0);
  console.log(`${version.padEnd(14)} ${kernels.length} kernels, ${(deviceBytes / 1e6).toFixed(0)} MB in device memory`);
  return { version, deviceBytes, kernels };
});
if (options.out !== undefined) {
  const report = {
    benchmark: "the article's versions of redact, bytes in device memory",
    machine: {
      date: new Date().toISOString(),
      device: firstLine('nvidia-smi', ['--query-gpu=name', '--format=csv,noheader']),
      driver: firstLine('nvidia-smi', ['--query-gpu=driver_version', '--format=csv,noheader']),
    },
    tool: `Nsight Compute ${/Version (\S+)/.exec(execFileSync('ncu', ['--version'], { encoding: 'utf8' }))?.[1]}`,
    rows: Number(options.rows),
    versions,
  };
  writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
}
