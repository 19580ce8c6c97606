// Two transforms, one over the other's result, with all data on the GPU: node bench/cuda/chained.mjs [--out FILE]
// [--rows LIST]. Device time of each alone and of both in a chain, and the bytes that were copied to and from the device
// while the chain ran, of which there must be none.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as arrow from 'apache-arrow';
import { redactStrings } from '../cpu/javascript-strings.mjs';
import { ColumnChecksum, vectorChecksum } from '../data/checksum.mjs';
import { arrowTable, redactTable } from '../data/redact-table.mjs';
import { machine } from '../machine.mjs';
import { summary } from '../statistics.mjs';

const { values: options } = parseArgs({
  options: { out: { type: 'string' }, rows: { type: 'string', default: '600000,2000000,10000000' } },
});
const RUNS = 20;
const WARM_UP = 3;
const GENERATED = new URL('../../generated/', import.meta.url);
const { backend, redact, toDevice, upperCase } = await import(new URL('index.js', GENERATED).href);
const addon = `native/${process.platform}-${process.arch}/rowfuse.node`;
const { device } = createRequire(import.meta.url)(fileURLToPath(new URL(addon, GENERATED)));

/** Runs `run` repeatedly; it returns times by name, in milliseconds. Summaries are in seconds. */
async function timed(run) {
  const times = new Map();
  for (let number = -WARM_UP; number < RUNS; number++) {
    const from = performance.now();
    const result = { wall: 0, ...(await run()) };
    result.wall = performance.now() - from;
    if (number < 0) continue;
    for (const [name, ms] of Object.entries(result)) times.set(name, [...(times.get(name) ?? []), ms / 1000]);
  }
  return Object.fromEntries([...times].map(([name, seconds]) => [name, summary(seconds)]));
}

/** Returns the checksum of the chain's result, by the plain row functions. Names are ASCII, so upper case keeps every length. */
function expectedChecksum(columns) {
  const { offsets, data } = redactStrings(columns);
  const upper = data.map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 32 : byte));
  return new ColumnChecksum().add(offsets, upper, columns.rows).toString();
}

const sizes = [];
let failed = false;
for (const rows of options.rows.split(',').map(Number)) {
  const columns = redactTable(rows);
  const people = await toDevice(arrowTable(arrow, columns), { backend: 'cuda' });
  const masked = await redact(people);
  const named = masked.rename({ redact: 'text' });

  const redactAlone = await timed(async () => {
    const result = await redact(people);
    const ms = result.deviceMs;
    result.dispose();
    return { device: ms };
  });
  const upperCaseAlone = await timed(async () => {
    const result = await upperCase(named);
    const ms = result.deviceMs;
    result.dispose();
    return { device: ms };
  });
  const before = device.statistics();
  const chain = await timed(async () => {
    const first = await redact(people);
    const renamed = first.rename({ redact: 'text' });
    const second = await upperCase(renamed);
    const result = { redact: first.deviceMs, upperCase: second.deviceMs, device: first.deviceMs + second.deviceMs };
    for (const table of [first, renamed, second]) table.dispose();
    return result;
  });
  const after = device.statistics();
  const transferredBytes =
    after.uploadedBytes - before.uploadedBytes + (after.downloadedBytes - before.downloadedBytes);

  const last = await upperCase(named);
  const result = await last.toArrow();
  const matches = vectorChecksum(result.getChildAt(0)) === expectedChecksum(columns);
  for (const table of [last, named, masked, people]) table.dispose();
  failed ||= transferredBytes !== 0 || !matches;
  sizes.push({ rows, matches, transferredBytes, redact: redactAlone, upperCase: upperCaseAlone, chain });
  const us = ({ device: { median } }) => `${(median * 1e6).toFixed(0)} us`;
  console.log(
    `${String(rows).padStart(9)} rows: redact ${us(redactAlone)}, upperCase ${us(upperCaseAlone)}, chained ${us(chain)}, ` +
      `${(chain.wall.median * 1e3).toFixed(2)} ms for the caller, ${transferredBytes} bytes transferred` +
      `${matches ? '' : ', WRONG'}`,
  );
}
if (options.out !== undefined) {
  const report = { benchmark: 'chained transforms on the GPU', machine: machine(), backend: backend(), sizes };
  writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
}
if (failed) console.error('a result is wrong, or data was copied between the host and the device');
process.exitCode = failed ? 1 : 0;
