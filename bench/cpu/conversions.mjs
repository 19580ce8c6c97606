// The cost of converting each form of input: node bench/cpu/conversions.mjs [--rows 1000000] [--json]
// Measures from the value that a call is given to the buffers that a backend reads, without the call. "Arrow JS" is the time in which
// its builders make a vector of the same array. Each form is measured in its own process.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as arrow from 'apache-arrow';
import { readIpc } from '../../runtime/dist/runtime/input/ipc-bytes.js';
import { readInput } from '../../runtime/dist/runtime/input/read-input.js';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    json: { type: 'boolean', default: false },
    form: { type: 'string' },
  },
});
const rows = Number(options.rows);
const RUNS = 9;
/** Runs before the measurement, in which V8 compiles. */
const WARM_UP = 4;
/** Arrow's builders take seconds. */
const BUILDER_RUNS = 3;

const array = (element) => Array.from({ length: rows }, (_, row) => element(row));
/** Strings as a parser leaves them: each in one piece. */
const strings = (element) => JSON.parse(JSON.stringify(array(element)));
const short = (row) => `name ${(row * 7919) % 100_003}`;
const text = () => arrow.vectorFromArray(array(short), new arrow.Utf8());

function largeText() {
  const [{ valueOffsets, values }] = text().data;
  const offsets = BigInt64Array.from(valueOffsets, BigInt);
  return arrow.makeVector(
    arrow.makeData({ type: new arrow.LargeUtf8(), length: rows, nullCount: 0, valueOffsets: offsets, data: values }),
  );
}

function dictionary() {
  const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
  return arrow.vectorFromArray(
    array((row) => `entry ${row % 1000}`),
    type,
  );
}

const ipc = (kind) => arrow.tableToIPC(new arrow.Table({ x: text() }), kind);

/** The form, the declared type, a function that makes it, and the type of Arrow JS that takes the same array. */
const forms = [
  ['string[], 6 to 10 ASCII characters', 'utf8', () => strings(short), arrow.Utf8],
  ['the same, a tenth null', 'utf8', () => strings((row) => (row % 10 === 0 ? null : short(row))), arrow.Utf8],
  ['string[], 90 ASCII characters', 'utf8', () => strings((row) => short(row).padEnd(90, ' and more')), arrow.Utf8],
  [
    'string[], a tenth not ASCII',
    'utf8',
    () => strings((row) => (row % 10 === 0 ? `é${row}` : short(row))),
    arrow.Utf8,
  ],
  ['string[], none of them ASCII', 'utf8', () => strings((row) => `スキ${row}`), arrow.Utf8],
  ['number[] for float64', 'float64', () => array((row) => row / 8), arrow.Float64],
  ['number[] for int8, each checked', 'int8', () => array((row) => row % 100), arrow.Int8],
  ['bigint[] for int64, each checked', 'int64', () => array((row) => BigInt(row) * 1_000_003n), arrow.Int64],
  ['boolean[] for bool', 'bool', () => array((row) => row % 3 === 0), arrow.Bool],
  ['Float64Array', 'float64', () => Float64Array.from(array((row) => row / 8))],
  ['Vector of utf8', 'utf8', text],
  ['Vector of largeUtf8', 'utf8', largeText],
  ['Vector of a dictionary of 1000 texts', 'utf8', dictionary],
  ['bytes of an IPC stream of utf8', 'utf8', () => ipc('stream')],
  ['bytes of an IPC file of utf8', 'utf8', () => ipc('file')],
];

if (options.form !== undefined) process.stdout.write(JSON.stringify(measure(forms[Number(options.form)])));
else {
  const script = fileURLToPath(import.meta.url);
  const child = (_, index) => [script, '--rows', options.rows, '--form', String(index)];
  const results = forms.map((...form) =>
    JSON.parse(execFileSync(process.execPath, child(...form), { encoding: 'utf8' })),
  );
  if (options.json) process.stdout.write(`${JSON.stringify({ rows, ...machine(), results }, null, 2)}\n`);
  else print(results);
}

function measure([form, type, make, Type]) {
  const column = { name: 'x', type, nullable: true, read: true };
  const made = make();
  const input = made instanceof Uint8Array ? made : { x: made };
  const take = () => {
    const read = { copyInputs: false, valuesInErrors: true };
    return [...readInput({ name: 'bench', input: [column] }, readIpc('bench', input), read).pieces()];
  };
  const sizeOf = ({ buffers: [{ values, offsets }] }) => values.byteLength + (offsets?.byteLength ?? 0);
  const bytes = take().reduce((sum, piece) => sum + sizeOf(piece), 0);
  const milliseconds = timed(take);
  if (Type === undefined) return { form, bytes, milliseconds };
  return {
    form,
    bytes,
    milliseconds,
    arrowMilliseconds: timed(() => arrow.vectorFromArray(made, new Type()), BUILDER_RUNS),
  };
}

function timed(work, runs = RUNS) {
  const times = [];
  for (let run = 0; run < WARM_UP + runs; run += 1) {
    const from = performance.now();
    work();
    times.push(performance.now() - from);
  }
  return median(times.slice(WARM_UP));
}

function print(results) {
  process.stdout.write(`${rows.toLocaleString('en')} rows\n\n`);
  for (const { form, milliseconds, arrowMilliseconds } of results) {
    const time = milliseconds.toFixed(milliseconds < 1 ? 2 : 1).padStart(8);
    const builders = arrowMilliseconds === undefined ? '' : `  Arrow JS ${arrowMilliseconds.toFixed(0)} ms`;
    process.stdout.write(`${form.padEnd(38)}${time} ms${builders}\n`);
  }
}
