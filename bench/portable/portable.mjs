// The portable library against the addon: node bench/portable/portable.mjs [--rows 10000000] [--python python3] [--out FILE]
// Rows of redact, called from Node and from Python (pyarrow, through the C data interface). Prints the median of some calls for each,
// and the SHA-256 of offsets and bytes of both results.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as arrow from 'apache-arrow';
import { redact } from '../../generated/index.js';
import { arrowTable, redactTable } from '../data/redact-table.mjs';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';

const RUNS = 9;
const WARM_UP = 3;
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    python: { type: 'string', default: process.env.ROWFUSE_PYTHON ?? 'python3' },
    out: { type: 'string' },
  },
});
const table = arrowTable(arrow, redactTable(Number(options.rows)));

async function fromNode() {
  const seconds = [];
  let result;
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    const from = performance.now();
    result = await redact(table, { backend: 'cpu' });
    if (run >= 0) seconds.push((performance.now() - from) / 1000);
  }
  const [data] = result.data;
  const offsets = data.valueOffsets.subarray(0, data.length + 1);
  const bytes = data.values.subarray(0, offsets.at(-1));
  const hash = createHash('sha256');
  for (const view of [offsets, bytes]) hash.update(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  return { seconds: median(seconds), sha256: hash.digest('hex') };
}

function fromPython() {
  const folder = mkdtempSync(join(tmpdir(), 'rowfuse-portable-'));
  try {
    const file = join(folder, 'redact.arrow');
    writeFileSync(file, arrow.RecordBatchFileWriter.writeAll(table).toUint8Array(true));
    const library = path(`../../generated/native/${process.platform}-${process.arch}/librowfuse.so`);
    const text = execFileSync(options.python, [path('./portable.py'), library, file, String(RUNS)], {
      encoding: 'utf8',
    });
    return JSON.parse(text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const report = {
  date: new Date().toISOString(),
  machine: machine(),
  rows: table.numRows,
  node: await fromNode(),
  python: fromPython(),
};
if (report.node.sha256 !== report.python.sha256) throw new Error(`the results differ: ${JSON.stringify(report)}`);
const text = JSON.stringify(report, null, 2);
console.log(text);
if (options.out) writeFileSync(options.out, `${text}\n`);
