// A pipe against its stages one after the other, on the CPU:
//   node --expose-gc bench/pipe/pipe.mjs [--rows 2000000] [--runs 15] [--out FILE]
// Both give the same column; the stages make two tables on the way.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as arrow from 'apache-arrow';
import { buildForCpu } from '../build-for-cpu.mjs';
import { arrowTable, redactTable } from '../data/redact-table.mjs';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '2000000' },
    runs: { type: 'string', default: '15' },
    out: { type: 'string' },
  },
});
const rows = Number(options.rows);
const runs = Number(options.runs);
const warmUp = 3;
const work = path('../.work/pipe');
mkdirSync(work, { recursive: true });
const generated = buildForCpu(path('./transforms.ts'), work);
const { trimmed, visible, labels, visibleLabels, configure } = await import(generated);
const input = arrowTable(arrow, redactTable(rows));
const onCpu = { backend: 'cpu' };

async function stages() {
  const names = await trimmed(input, onCpu);
  return labels(await visible(names, onCpu), onCpu);
}

async function measured(run) {
  const seconds = [];
  let result;
  for (let index = -warmUp; index < runs; index += 1) {
    result = undefined;
    globalThis.gc?.();
    const from = performance.now();
    result = await run();
    if (index >= 0) seconds.push((performance.now() - from) / 1000);
  }
  return { result, seconds: median(seconds) };
}

function digestOf({ data: [{ values, valueOffsets, nullBitmap, length }] }) {
  const hash = createHash('sha256').update(valueOffsets).update(values.subarray(0, valueOffsets[length]));
  return hash.update(nullBitmap).digest('hex');
}

const report = { benchmark: 'a pipe and its stages on the CPU', machine: machine(), rows, runs, results: [] };
for (const threads of [1, 2]) {
  configure({ threads });
  const apart = await measured(stages);
  const piped = await measured(() => visibleLabels(input, onCpu));
  if (digestOf(apart.result) !== digestOf(piped.result)) throw new Error('the results differ');
  report.results.push({ threads, rowsOut: piped.result.length, stages: apart.seconds, pipe: piped.seconds });
  console.log(
    `${threads} threads: stages ${(apart.seconds * 1000).toFixed(1)} ms, pipe ${(piped.seconds * 1000).toFixed(1)} ms`,
  );
}
if (options.out) writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
