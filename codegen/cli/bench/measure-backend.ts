/**
 * The process of `rowfuse bench` that measures one backend from a fresh start. Its argument is the order as JSON. The last line that it
 * prints is the {@link Measurement}, or the {@link NoMeasurement}.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Table, tableFromIPC, type Vector } from 'apache-arrow';
import { addonDirectory, addonName } from '../../5-build/build-record.js';
import { bytesOf, columnsOf, digestOf } from './arrow-columns.js';
import type { Backend } from './backends.js';
import { coldRows } from './bench-report.js';
import { generatedTable } from './generated-rows.js';
import { type InputColumn, rootOf } from './input-column.js';
import {
  type Measurement,
  type MeasurementOrder,
  type NoMeasurement,
  type ResidentMeasurement,
  timesOf,
} from './measurement.js';
import { repeatedRows } from './repeated-rows.js';
import { readSampleFile } from './sample-file.js';
import { sampleTable } from './sample-rows.js';

/** The part of a generated transform that is used here. */
interface Transform {
  (input: Table, options: { backend: Backend; params?: Params }): Promise<Table | Vector>;
  (input: DeviceTable, options: { params?: Params }): Promise<DeviceTable>;
  readonly input: readonly InputColumn[];
  readonly params: readonly { readonly name: string; readonly type: string; readonly nullable: boolean }[];
}

type Params = Readonly<Record<string, unknown>>;

interface DeviceTable extends Disposable {
  readonly deviceMs: number | undefined;
}

type ToDevice = (table: Table) => Promise<DeviceTable>;

const defaultRows = 1_000_000;
const warmUp = 2;
const leastRuns = 3;
const mostRuns = 30;
const budgetSeconds = 2;
/** The bytes of the device's copy, which exceed the cache of any device by far. */
const copyBytes = 2 ** 30;

const order: MeasurementOrder = JSON.parse(process.argv[2] ?? '{}');
const result = await measure(order).catch(
  (error: unknown): NoMeasurement => ({
    backend: order.backend,
    unavailable: error instanceof Error ? error.message : String(error),
  }),
);

process.stdout.write(`\n${JSON.stringify(result)}\n`);

async function measure(order: MeasurementOrder): Promise<Measurement> {
  const { index, transform, backend } = order;
  const importFrom = performance.now();
  const generated = (await import(index)) as Readonly<Record<string, Transform>> & { readonly toDevice?: ToDevice };
  const importSeconds = secondsSince(importFrom);
  const call = generated[transform];
  if (call?.input === undefined) throw new Error(`${transform} is not in ${index}: build it again`);

  const given = paramsOf(call, order.params);
  const table = await tableOf(call.input, order);
  const firstFrom = performance.now();
  await call(table.slice(0, coldRows), { backend, ...given });
  const firstCallSeconds = secondsSince(firstFrom);

  const output = await call(table, { backend, ...given });
  const outputBytes = [...columnsOf(output).values()].reduce((sum, column) => sum + bytesOf(column), 0);
  const digest = digestOf(output);
  const seconds: number[] = [];
  const began = performance.now();
  while (seconds.length < leastRuns || (seconds.length < mostRuns && secondsSince(began) < budgetSeconds)) {
    const from = performance.now();
    await call(table, { backend, ...given });
    seconds.push(secondsSince(from));
    globalThis.gc?.(); // Keeps the garbage of one run out of the time of the next.
  }
  return {
    backend,
    rows: table.numRows,
    inputBytes: inputBytes(table, call.input),
    outputBytes,
    digest,
    call: timesOf(seconds),
    coldStart: { importSeconds, firstCallSeconds },
    ...(backend === 'cuda' && { resident: await measureResident(index, generated, call, table, given) }),
  };
}

/** Measures the transform over a device table, and the device's own copy of {@link copyBytes} bytes. */
async function measureResident(
  index: string,
  { toDevice }: { readonly toDevice?: ToDevice },
  call: Transform,
  table: Table,
  given: { readonly params?: Params },
): Promise<ResidentMeasurement> {
  if (toDevice === undefined) throw new Error(`${index} exports no toDevice: build it again`);
  using resident = await toDevice(table.select([...rootsOf(call.input)]));
  const seconds: number[] = [];
  const began = performance.now();
  for (let run = -warmUp; run < leastRuns || (run < mostRuns && secondsSince(began) < budgetSeconds); run += 1) {
    using result = await call(resident, given);
    if (run >= 0) seconds.push((result.deviceMs ?? Number.NaN) / 1000);
  }
  const time = timesOf(seconds);
  const addon = path.join(addonDirectory(path.dirname(fileURLToPath(index))), addonName);
  const { device } = createRequire(index)(addon) as { device: { copyRate(bytes: number): Promise<number> } };
  const copyBytesPerSecond = await device.copyRate(copyBytes).catch(() => undefined);
  return copyBytesPerSecond === undefined ? { time } : { time, copyBytesPerSecond };
}

const bigintTypes = ['int64', 'uint64', 'timestamp[us]', 'timestamp[ns]'];

/** Returns the params of a call. Digits become bigints where the param's type is one, because JSON has none. */
function paramsOf({ params }: Transform, values: Params): { readonly params?: Params } {
  const missing = params.find(({ name, nullable }) => !nullable && !Object.hasOwn(values, name));
  if (missing) throw new Error(`it needs a value of ${missing.name}: pass --params '{"${missing.name}": …}'`);
  if (params.length === 0 && Object.keys(values).length === 0) return {};
  const bigints = params.filter(({ type }) => bigintTypes.includes(type)).map(({ name }) => name);
  const value = ([name, given]: [string, unknown]) => [name, bigints.includes(name) ? asBigInt(given) : given];
  return { params: Object.fromEntries(Object.entries(values).map(value)) };
}

function asBigInt(given: unknown): unknown {
  return typeof given === 'string' && /^-?\d+$/.test(given) ? BigInt(given) : given;
}

async function tableOf(
  columns: readonly InputColumn[],
  { index, input, sample, rows, literals }: MeasurementOrder,
): Promise<Table> {
  if (input !== undefined) return readTable(input, rows, await runtimeOf(index));
  if (sample === undefined) return generatedTable(columns, rows ?? defaultRows, literals);
  return repeatedRows(sampleTable(columns, readSampleFile(sample)), rows ?? defaultRows);
}

/** Returns the names of the table's columns that hold the declared ones, each once. */
function rootsOf(columns: readonly InputColumn[]): readonly string[] {
  return [...new Set(columns.map(rootOf))];
}

/** The part of the runtime that is used here. */
interface Runtime {
  verifyIpc(bytes: Uint8Array): void;
}

/** Imports the runtime that generated code uses. */
async function runtimeOf(index: string): Promise<Runtime> {
  return await import(pathToFileURL(createRequire(index).resolve('@rowfuse/runtime')).href);
}

function readTable(file: string, rows: number | undefined, { verifyIpc }: Runtime): Table {
  let table: Table;
  try {
    const bytes = readFileSync(file);
    // Arrow JS loops forever over some damaged files.
    verifyIpc(bytes);
    table = tableFromIPC(bytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} cannot be read as Arrow IPC (${reason}). Write it with tableToIPC of apache-arrow.`);
  }
  if (!(table.numRows > 0)) throw new Error(`${file} has no rows: pass an Arrow IPC file with some.`);
  return rows === undefined || rows >= table.numRows ? table : table.slice(0, rows);
}

function inputBytes(table: Table, columns: readonly InputColumn[]): number {
  return rootsOf(columns.filter(({ read }) => read))
    .map((name) => table.getChild(name))
    .reduce((sum, column) => sum + (column === null ? 0 : bytesOf(column)), 0);
}

function secondsSince(from: number): number {
  return (performance.now() - from) / 1000;
}
