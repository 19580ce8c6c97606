// The cost of reading Arrow IPC with every length checked, beside Arrow JS's own reader, which checks none:
//   node bench/cpu/ipc-reader.mjs [--json]
// Columns of int32 that are not null; both readers give views of the bytes. The least of 15
// runs.
import { parseArgs } from 'node:util';
import * as arrow from 'apache-arrow';
import { readIpc } from '../../runtime/dist/runtime/input/ipc-bytes.js';
import { machine } from '../machine.mjs';

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const RUNS = 15;
const SHAPES = [
  { rows: 1_000_000, columns: 20, batches: 4 },
  { rows: 100_000, columns: 20, batches: 40 },
  { rows: 1000, columns: 20, batches: 1000 },
  { rows: 10, columns: 1000, batches: 10 },
  { rows: 10, columns: 10_000, batches: 1 },
];

function bytesOf({ rows, columns, batches }, Writer) {
  const type = new arrow.Int32();
  const fields = Array.from({ length: columns }, (_, at) => new arrow.Field(`column ${at}`, type, true));
  const schema = new arrow.Schema(fields);
  const writer = new Writer();
  for (let batch = 0; batch < batches; batch += 1) {
    const children = fields.map(() => arrow.makeData({ type, data: new Int32Array(rows).fill(batch) }));
    const data = arrow.makeData({ type: new arrow.Struct(fields), length: rows, children });
    writer.write(new arrow.RecordBatch(schema, data));
  }
  writer.finish();
  return writer.toUint8Array(true);
}

function least(work) {
  let milliseconds = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const from = performance.now();
    work();
    milliseconds = Math.min(milliseconds, performance.now() - from);
  }
  return milliseconds;
}

const writers = { stream: arrow.RecordBatchStreamWriter, file: arrow.RecordBatchFileWriter };
const results = SHAPES.flatMap((shape) =>
  Object.entries(writers).map(([kind, Writer]) => {
    const bytes = bytesOf(shape, Writer);
    return {
      kind,
      ...shape,
      bytes: bytes.length,
      milliseconds: least(() => readIpc('bench', bytes)),
      arrowMilliseconds: least(() => arrow.tableFromIPC(bytes)),
    };
  }),
);

if (options.json) {
  process.stdout.write(`${JSON.stringify({ benchmark: 'Arrow IPC read', ...machine(), results }, null, 2)}\n`);
} else {
  for (const { kind, rows, columns, batches, bytes, milliseconds, arrowMilliseconds } of results) {
    const size = `${(bytes / 1e6).toFixed(1)} MB`;
    const shape = `${kind} of ${batches} batches of ${rows} rows, ${columns} columns, ${size}`;
    process.stdout.write(
      `${shape.padEnd(70)} ${milliseconds.toFixed(2)} ms  Arrow JS ${arrowMilliseconds.toFixed(2)} ms\n`,
    );
  }
}
