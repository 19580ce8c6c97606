// A stream that is larger than memory:
//   node bench/cpu/stream-memory.mjs [--gigabytes 20] [--rows 250000] [--backend cpu] [--in-flight N] [--limit MIB] [--json]
// The stream runs in its own process, whose writable memory the system limits to that many MiB (RLIMIT_DATA). Every batch has its own
// memory, as a file reader would make it, and every result is read. Prints the rate and the resident set. Fails if rows or bytes are
// lost, or if memory grew.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as arrow from 'apache-arrow';
import { arrowTable, redactTable } from '../data/redact-table.mjs';
import { machine } from '../machine.mjs';

const { values: options } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '20' },
    rows: { type: 'string', default: '250000' },
    backend: { type: 'string', default: 'cpu' },
    'in-flight': { type: 'string' },
    limit: { type: 'string', default: '1024' },
    json: { type: 'boolean', default: false },
    limited: { type: 'boolean', default: false },
  },
});

if (options.limited) await measure();
else {
  const again = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--limited'];
  const command = `ulimit -d ${Number(options.limit) * 1024} && exec "$@"`;
  const { status } = spawnSync('bash', ['-c', command, 'bash', process.execPath, ...again], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

async function measure() {
  const rows = Number(options.rows);
  const { redact } = await import(new URL('../../generated/index.js', import.meta.url).href);
  const [batch] = arrowTable(arrow, redactTable(rows)).batches;
  const bytesOf = ({ data }) =>
    data.children.reduce((sum, { values, valueOffsets }) => sum + values.byteLength + valueOffsets.byteLength, 0);
  const bytesIn = bytesOf(batch);
  const expected = redact.reference(batch).data[0].values.byteLength;
  const count = Math.ceil((Number(options.gigabytes) * 1e9) / bytesIn);

  const resident = [];
  function* source() {
    for (let number = 0; number < count; number += 1) yield copyOf(batch);
  }
  let seen = 0;
  let bytesOut = 0;
  const from = performance.now();
  const { backend } = options;
  const inFlight = options['in-flight'] === undefined ? undefined : Number(options['in-flight']);
  for await (const result of redact.stream(source(), { backend, inFlight })) {
    const [{ length, values, valueOffsets }] = result.data.children;
    if (length !== rows || valueOffsets[length] !== expected) throw new Error(`batch ${seen}: another result`);
    bytesOut += values.byteLength + valueOffsets.byteLength;
    seen += 1;
    if (seen % 10 === 0) resident.push(process.memoryUsage.rss());
  }
  const seconds = (performance.now() - from) / 1000;
  if (seen !== count) throw new Error(`${seen} of ${count} batches came back`);

  const mib = (bytes) => Math.round(bytes / 2 ** 20);
  const quarter = resident.length >> 2;
  const highest = (part) => mib(Math.max(...part));
  const report = {
    backend,
    batches: count,
    rowsABatch: rows,
    gigabytesIn: (count * bytesIn) / 1e9,
    gigabytesOut: bytesOut / 1e9,
    seconds,
    gigabytesPerSecond: (count * bytesIn + bytesOut) / 1e9 / seconds,
    limitMiB: Number(options.limit),
    residentMiB: {
      firstQuarter: highest(resident.slice(0, quarter)),
      lastQuarter: highest(resident.slice(-quarter)),
      highestEver: Math.round(process.resourceUsage().maxRSS / 1024),
    },
    ...machine(),
  };
  if (options.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else {
    const { gigabytesIn, gigabytesOut, gigabytesPerSecond, residentMiB } = report;
    process.stdout.write(
      `${gigabytesIn.toFixed(1)} GB in, ${gigabytesOut.toFixed(1)} GB out in ${count} batches on ${backend}: ` +
        `${seconds.toFixed(1)} s, ${gigabytesPerSecond.toFixed(2)} GB/s\n` +
        `resident: ${residentMiB.firstQuarter} MiB at most in the first quarter, ${residentMiB.lastQuarter} MiB in the last, ` +
        `${residentMiB.highestEver} MiB ever; limit of writable memory ${options.limit} MiB\n`,
    );
  }
  const { firstQuarter, lastQuarter } = report.residentMiB;
  if (lastQuarter > 1.5 * firstQuarter) throw new Error(`memory grew from ${firstQuarter} to ${lastQuarter} MiB`);
}

/** Copies the rows into their own memory. */
function copyOf({ schema, data }) {
  const children = data.children.map(({ type, length, values, valueOffsets }) =>
    arrow.makeData({ type, length, nullCount: 0, valueOffsets: valueOffsets.slice(), data: values.slice() }),
  );
  return new arrow.RecordBatch(
    schema,
    arrow.makeData({ type: data.type, length: data.length, nullCount: 0, children }),
  );
}
