// From host Arrow to host Arrow on the GPU, through the public call:
//   node bench/cuda/end-to-end.mjs [--out FILE] [--rows LIST] [--backends cuda,cpu,js]
// The time includes transfers, both passes and the
// making of the result; report.mjs sets the device time of redact_bench beside it.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as arrow from 'apache-arrow';
import { redactStrings } from '../cpu/javascript-strings.mjs';
import { ColumnChecksum, vectorChecksum } from '../data/checksum.mjs';
import { arrowTable, redactTable } from '../data/redact-table.mjs';
import { machine } from '../machine.mjs';
import { summary } from '../statistics.mjs';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    rows: { type: 'string', default: '600000,2000000,10000000' },
    backends: { type: 'string', default: 'cuda,cpu' },
  },
});
const RUNS = 15;
const GENERATED = new URL('../../generated/index.js', import.meta.url);
const FIRST_CALL = fileURLToPath(new URL('../cpu/first-call.mjs', import.meta.url));

/** In separate processes, because the first call makes the device's context and loads the kernels. */
function firstCall(backend) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FIRST_CALL, fileURLToPath(GENERATED), backend], {
    encoding: 'utf8',
  });
  if (status !== 0) return { failed: stderr.slice(-2000) };
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

const backends = options.backends.split(',');
const cold = Object.fromEntries(backends.map((backend) => [backend, firstCall(backend)]));

const { redact, backend } = await import(GENERATED.href);
const sizes = [];
let wrong = 0;
for (const rows of options.rows.split(',').map(Number)) {
  const columns = redactTable(rows);
  const table = arrowTable(arrow, columns);
  const reference = redactStrings(columns);
  const expected = new ColumnChecksum().add(reference.offsets, reference.data, rows).toString();
  const bytes = columns.name.data.length + columns.visibility.data.length + reference.data.length + 3 * 4 * (rows + 1);
  const results = [];
  for (const name of backends) {
    const times = [];
    const matches = vectorChecksum(await redact(table, { backend: name })) === expected;
    if (!matches) wrong++;
    for (let run = 0; run < RUNS + 2; run++) {
      const from = performance.now();
      await redact(table, { backend: name });
      if (run >= 2) times.push((performance.now() - from) / 1000);
      globalThis.gc?.();
    }
    const time = summary(times);
    results.push({ backend: name, matches, time });
    const rate = `${(rows / time.median / 1e6).toFixed(0)}M rows/s`;
    console.log(
      `${String(rows).padStart(9)} rows, ${name}: ${(time.median * 1000).toFixed(2)} ms, ${rate}${matches ? '' : ', WRONG'}`,
    );
  }
  sizes.push({ rows, bytes, results });
}
for (const [name, { import: imported, first, second, failed }] of Object.entries(cold)) {
  if (failed !== undefined) console.log(`${name}: the first call failed: ${failed}`);
  else
    console.log(
      `${name}: import ${(imported * 1000).toFixed(0)} ms, first call ${(first * 1000).toFixed(0)} ms, second ${(second * 1000).toFixed(1)} ms`,
    );
}
if (options.out !== undefined) {
  const report = { benchmark: 'redact, host Arrow to host Arrow', machine: machine(), backend: backend(), sizes, cold };
  writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
}
process.exitCode = wrong === 0 ? 0 : 1;
