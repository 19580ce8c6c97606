// Measures one contestant at one size, in its own process: node bench/cpu/measure.mjs <contestant> <rows>
// Prints one line of JSON. Times are in seconds; the first run is reported separately, as the first call.
import { setTimeout } from 'node:timers/promises';
import { redactTable } from '../data/redact-table.mjs';

const RUNS = 15;
/** A slow contestant stops here, but never before the third run. */
const BUDGET_SECONDS = 15;

const [contestant, rowsText] = process.argv.slice(2);
const rows = Number(rowsText);

const seconds = (from) => (performance.now() - from) / 1000;

async function timed(run) {
  const cpuFrom = process.cpuUsage();
  const from = performance.now();
  const result = await run();
  const time = seconds(from);
  const { user, system } = process.cpuUsage(cpuFrom);
  return { time, cpu: (user + system) / 1e6, result };
}

async function measureVersion({ run, checksum, ...version }) {
  const first = await timed(run);
  const sum = await checksum(first.result);
  first.result = null;
  const times = [];
  const cpuTimes = [];
  const from = performance.now();
  while (times.length < RUNS && (times.length < 3 || seconds(from) < BUDGET_SECONDS)) {
    const { time, cpu } = await timed(run);
    times.push(time);
    cpuTimes.push(cpu);
    // This keeps one run's garbage out of another's time. V8 frees buffers on its own threads, and the C++ program also frees them
    // outside its time.
    globalThis.gc?.();
    await setTimeout(20);
  }
  return { ...version, checksum: sum, firstCall: first.time, seconds: times, cpuSeconds: cpuTimes };
}

const importFrom = performance.now();
const module = await import(`./${contestant}.mjs`);
const importSeconds = seconds(importFrom);
const table = redactTable(rows, { shared: module.shared === true });
const prepared = await module.prepare(table);
const results = [];
for (const version of prepared.versions ?? []) results.push(await measureVersion(version));
await prepared.close?.();
const { skipped, note } = prepared;
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(`${JSON.stringify({ contestant, rows, importSeconds, peakBytes, skipped, note, results })}\n`);
process.exit(0);
