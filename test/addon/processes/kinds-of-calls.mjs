// Every kind of call that the addon supports, for programs that end them at any moment.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  Bool,
  Dictionary,
  Float32,
  Float64,
  Int8,
  Int32,
  Int64,
  List,
  makeVector,
  RecordBatch,
  Struct,
  Uint32,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { transformNamed, transforms } from './built.mjs';
import { people, repeated } from './columns.mjs';

const few = 1000;
const many = 300_000;
/** A column whose values repeat every hundred rows. */
const cycled = (rows, type, valueAt) => {
  const values = vectorFromArray(
    Array.from({ length: Math.min(rows, 100) }, (_, row) => valueAt(row)),
    type,
  );
  return values.concat(...Array.from({ length: Math.floor(rows / 100) - 1 }, () => values));
};
const floats = (rows) => makeVector(Float64Array.from({ length: rows }, (_, row) => row % 1000));
const integers = (rows) => makeVector(Int32Array.from({ length: rows }, (_, row) => row % 100));
const lines = (rows) =>
  Buffer.from(
    Array.from({ length: rows }, (_, row) => `station ${row % 413};${(row % 199) - 99}.${row % 10}\n`).join(''),
  );

async function aValue(backend) {
  const redact = await transformNamed('redact');
  const input = people(1);
  return () => redact(input, { backend });
}

/** The memory of such results is handed over; small results are copied. */
async function aLargeResult(backend) {
  const redact = await transformNamed('redact');
  const input = people(many);
  return () => redact(input, { backend });
}

async function rowsThatFail(backend) {
  const narrow = await transformNamed('narrow');
  const input = { n: integers(many), factor: makeVector(new Float64Array(many).fill(1e9, many - 5)) };
  return () => narrow(input, { backend });
}

async function errorsThatAreCollected(backend) {
  const loops = await transformNamed('tolerantLoops');
  const s = cycled(few, new Utf8(), (row) => (row % 5 === 0 ? 'failing ✓' : `a${row}`));
  return () => loops({ s }, { backend, onError: 'collect' });
}

async function dictionaries(backend) {
  const mask = await transformNamed('maskEmail');
  const email = cycled(few, new Dictionary(new Utf8(), new Int32()), (row) => `user${row % 20}@example.com`);
  return () => mask({ email }, { backend });
}

async function lists(backend) {
  const ofNumbers = await transformNamed('listOfNumbers');
  const type = new List({ name: 'item', type: new Float64(), nullable: false });
  const xs = cycled(few, type, (row) => [row, 1, 2.5].slice(0, row % 4));
  return () => ofNumbers({ xs, i: integers(few) }, { backend });
}

async function structsAndLists(backend) {
  const tolerant = await transformNamed('listTolerant');
  const tags = cycled(few, new List({ name: 'item', type: new Utf8(), nullable: true }), (row) =>
    [`${row}`, null].slice(0, row % 3),
  );
  const xs = cycled(few, new List({ name: 'item', type: new Float64(), nullable: false }), (row) => [row]);
  const at = cycled(few, new Struct([{ name: 'n', type: new Int32(), nullable: false }]), (n) => ({ n }));
  return () => tolerant({ tags, xs, at }, { backend, onError: 'null' });
}

async function rowsThatComeAndGo(backend) {
  const characters = await transformNamed('characterRows');
  const s = repeated('Ada Lovelace', 20_000);
  return () => characters({ s }, { backend });
}

async function windows(backend) {
  const mean = await transformNamed('movingMean');
  const price = floats(50_000);
  return () => mean({ price }, { backend });
}

async function groupsOfColumns(backend) {
  const collected = await transformNamed('collectedNumbers');
  const input = {
    key: cycled(few, new Bool(), (row) => (row % 3 === 0 ? null : row % 2 === 0)),
    a: cycled(few, new Int8(), (row) => row),
    b: cycled(few, new Uint32(), (row) => row),
    c: cycled(few, new Int64(), (row) => BigInt(row)),
    x: floats(few),
    y: cycled(few, new Float32(), (row) => row / 2),
  };
  return () => collected(input, { backend });
}

async function linesInMemory(backend) {
  const stations = await transformNamed('stations');
  const text = lines(20_000);
  return () => stations(text, { backend });
}

/** The error of this line carries the line's bytes. */
async function lineThatFails(backend) {
  const stations = await transformNamed('stations');
  const text = Buffer.concat([lines(20_000), Buffer.from('no temperature\n')]);
  return () => stations(text, { backend });
}

async function linesOfAFile(backend) {
  const stations = await transformNamed('stations');
  const file = path.join(tmpdir(), `rowfuse-lines-${process.pid}.txt`);
  writeFileSync(file, lines(200_000));
  return () => stations({ file }, { backend });
}

/** Pieces that share lines. */
async function linesOfAStream(backend) {
  const stations = await transformNamed('stations');
  const text = lines(20_000);
  async function* pieces() {
    for (let at = 0; at < text.length; at += 77_777) yield text.subarray(at, at + 77_777);
  }
  return () => stations(pieces(), { backend });
}

async function collectedLines(backend) {
  const collected = await transformNamed('collectedLines');
  const text = lines(20_000);
  return () => collected(text, { backend });
}

async function batches(backend) {
  const redact = await transformNamed('redact');
  const { name, visibility } = people(20_000);
  const batch = new RecordBatch({ name: name.data[0], visibility: visibility.data[0] });
  return async () => {
    let count = 0;
    for await (const _ of redact.stream(Array(20).fill(batch), { backend, inFlight: 4 })) count += 1;
    return count;
  };
}

async function abortedCalls(backend) {
  const redact = await transformNamed('redact');
  const input = people(many);
  let turns = 0;
  return async () => {
    const controller = new AbortController();
    const call = redact(input, { backend, signal: controller.signal });
    for (let turn = turns++ % 4; turn > 0; turn -= 1) await setImmediate();
    controller.abort();
    return call;
  };
}

async function deviceTables(backend) {
  const { redact, toDevice } = await import(transforms);
  const input = people(few);
  return async () => (await redact(await toDevice(input, { backend }))).toArrow();
}

/** Functions by kind: each makes its input and returns a function that calls once. */
export const kindsOfCalls = {
  abortedCalls,
  aLargeResult,
  aValue,
  batches,
  collectedLines,
  deviceTables,
  dictionaries,
  errorsThatAreCollected,
  groupsOfColumns,
  lineThatFails,
  linesInMemory,
  linesOfAFile,
  linesOfAStream,
  lists,
  rowsThatComeAndGo,
  rowsThatFail,
  structsAndLists,
  windows,
};
