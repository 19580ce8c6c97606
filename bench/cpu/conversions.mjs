// What it costs to take each form of input, by itself: node bench/cpu/conversions.mjs [--rows 1000000] [--json]
// From the value that a call is given to the buffers that a backend reads, without the call. "Arrow JS" is what making a
// vector of the same array with its builders takes, where there is one.
import { parseArgs } from 'node:util';
import * as arrow from 'apache-arrow';
import { readIpc } from '../../dist/native/runtime/input/ipc-bytes.js';
import { readInput } from '../../dist/native/runtime/input/read-input.js';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, json: { type: 'boolean', default: false } },
});
const rows = Number(options.rows);
const RUNS = 9;

const array = (element) => Array.from({ length: rows }, (_, row) => element(row));
/** Strings as a parser leaves them: each in one piece. */
const strings = (element) => JSON.parse(JSON.stringify(array(element)));

const short = strings((row) => `name ${(row * 7919) % 100_003}`);
const long = strings((row) => `lorem ipsum ${row} dolor sit amet `.repeat(3));
const accents = strings((row) => (row % 10 === 0 ? `é${row}` : `name ${row}`));
const kana = strings((row) => `スキ${row}`);
const numbers = array((row) => row / 8);
const integers = array((row) => row % 100);
const bigints = array((row) => BigInt(row) * 1_000_003n);
const booleans = array((row) => row % 3 === 0);
const nullable = short.map((text, row) => (row % 10 === 0 ? null : text));

const utf8 = arrow.vectorFromArray(short, new arrow.Utf8());
const table = new arrow.Table({ x: utf8 });
const dictionary = arrow.vectorFromArray(
  short.map((_, row) => `entry ${row % 1000}`),
  new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
);
const { data } = utf8;
const largeUtf8 = arrow.makeVector(
  arrow.makeData({
    type: new arrow.LargeUtf8(),
    length: rows,
    nullCount: 0,
    valueOffsets: BigInt64Array.from(data[0].valueOffsets, BigInt),
    data: data[0].values,
  }),
);

const forms = [
  ['string[], 5 to 10 ASCII characters', 'utf8', { x: short }, () => arrow.vectorFromArray(short, new arrow.Utf8())],
  ['the same, a tenth null', 'utf8', { x: nullable }, () => arrow.vectorFromArray(nullable, new arrow.Utf8())],
  ['string[], about 90 ASCII characters', 'utf8', { x: long }, () => arrow.vectorFromArray(long, new arrow.Utf8())],
  ['string[], a tenth not ASCII', 'utf8', { x: accents }, () => arrow.vectorFromArray(accents, new arrow.Utf8())],
  ['string[], none of them ASCII', 'utf8', { x: kana }, () => arrow.vectorFromArray(kana, new arrow.Utf8())],
  ['number[] for float64', 'float64', { x: numbers }, () => arrow.vectorFromArray(numbers, new arrow.Float64())],
  ['number[] for int8, each checked', 'int8', { x: integers }, () => arrow.vectorFromArray(integers, new arrow.Int8())],
  [
    'bigint[] for int64, each checked',
    'int64',
    { x: bigints },
    () => arrow.vectorFromArray(bigints, new arrow.Int64()),
  ],
  ['boolean[] for bool', 'bool', { x: booleans }, () => arrow.vectorFromArray(booleans, new arrow.Bool())],
  ['Float64Array', 'float64', { x: Float64Array.from(numbers) }],
  ['Vector of utf8', 'utf8', { x: utf8 }],
  ['Vector of largeUtf8', 'utf8', { x: largeUtf8 }],
  ['Vector of a dictionary of 1000 texts', 'utf8', { x: dictionary }],
  ['bytes of an IPC stream of utf8', 'utf8', arrow.tableToIPC(table, 'stream')],
  ['bytes of an IPC file of utf8', 'utf8', arrow.tableToIPC(table, 'file')],
];

const results = forms.map(([form, type, input, makeVector]) => {
  const column = { name: 'x', type, nullable: true, read: true };
  const take = () => {
    const read = readInput({ name: 'bench', input: [column] }, readIpc('bench', input), {
      copyInputs: false,
      valuesInErrors: true,
    });
    return [...read.pieces()];
  };
  const bytes = take().reduce(
    (sum, { buffers: [{ values, offsets }] }) => sum + values.byteLength + (offsets?.byteLength ?? 0),
    0,
  );
  return { form, bytes, milliseconds: timed(take), ...(makeVector && { arrowMilliseconds: timed(makeVector) }) };
});

if (options.json) process.stdout.write(`${JSON.stringify({ rows, ...machine(), results }, null, 2)}\n`);
else {
  process.stdout.write(`${rows.toLocaleString('en')} rows\n\n`);
  for (const { form, bytes, milliseconds, arrowMilliseconds } of results) {
    const rate = milliseconds < 0.2 ? '' : `${(bytes / 1e6 / milliseconds).toFixed(2)} GB/s`;
    const others = arrowMilliseconds === undefined ? '' : `Arrow JS ${arrowMilliseconds.toFixed(0)} ms`;
    process.stdout.write(
      `${form.padEnd(38)}${milliseconds.toFixed(milliseconds < 1 ? 2 : 1).padStart(8)} ms  ${rate.padEnd(10)}  ${others}\n`,
    );
  }
}

function timed(work) {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    const from = performance.now();
    work();
    times.push(performance.now() - from);
    globalThis.gc?.();
  }
  // The first ones compile.
  return median(times.slice(2));
}
