// Measures everyday row functions on a GPU, over columns that stay there:
//   node bench/functions/gpu.mjs --out FILE [--only caesar,luhn]
// Times are those of the device's own clock, medians of five calls. The rate of a call is the bytes of its input and output per second, beside
// the rate of a copy on the same device. Results of the first rows are compared with the reference.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { makeVector } from 'apache-arrow';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';
import { dataOf, inputOf, textOf } from './arrow-columns.mjs';
import { functionsOf, kinds, sourceOf } from './build.mjs';
import { shapesOf, valuesOf } from './columns.mjs';
import { repeated } from './repeated.mjs';
import { resourcesOf } from './resources.mjs';

const { values: options } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string' } } });
if (options.out === undefined) throw new Error('name the file of the results: --out FILE');
const only = options.only?.split(',');
const functions = kinds.flatMap(functionsOf).filter(({ name }) => only === undefined || only.includes(name));

/** Rows that are drawn; a column repeats them. A multiple of eight, for booleans. */
const drawnRows = 2048;
const comparedRows = 64;
/** Larger than the cache of an H100 or H200 (50 MB). */
const columnBytes = 2 ** 26;
const copyBytes = 2 ** 30;
const warmUp = 1;
const runs = 5;
const limitMs = 500;

const folder = fileURLToPath(new URL('../.work/functions/gpu', import.meta.url));
const generated = `${folder}/generated`;
mkdirSync(folder, { recursive: true });
const cli = fileURLToPath(new URL('../../dist/codegen/cli/main.js', import.meta.url));
const chosen = [...new Set(functions.map(({ kind }) => kind))];
execFileSync(process.execPath, [cli, 'build', ...chosen.map(sourceOf), '--out', generated], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const module = await import(pathToFileURL(`${generated}/index.js`).href);
const addonFile = `${generated}/native/${process.platform}-${process.arch}/rowfuse.node`;
const addon = createRequire(import.meta.url)(addonFile);
const query = ['--query-gpu=name', '--format=csv,noheader'];
const [device] = execFileSync('nvidia-smi', query, { encoding: 'utf8' }).split('\n');
const copyBytesPerSecond = await addon.device.copyRate(copyBytes);

const bytesOf = (data) =>
  data.children.reduce((sum, child) => sum + bytesOf(child), 0) +
  (data.values?.byteLength ?? 0) +
  (data.valueOffsets?.byteLength ?? 0);

/** Tables on the device by columns and shape, because many functions read the same ones. */
const tables = new Map();

/** Returns a table of drawn rows, repeated until its largest column has the wanted bytes. */
async function residentTable(input, shape) {
  const key = JSON.stringify([input, shape]);
  const known = tables.get(key);
  if (known !== undefined) return known;
  const data = input.map((column) => dataOf(column, valuesOf(column.name, shape, drawnRows)));
  const times = Math.max(1, Math.floor(columnBytes / Math.max(...data.map(bytesOf))));
  const columns = input.map(({ name }, place) => [name, makeVector(repeated(data[place], times))]);
  const table = { resident: await module.toDevice(Object.fromEntries(columns)), rows: drawnRows * times };
  tables.set(key, table);
  return table;
}

/** True if the results of the first rows equal those of the reference. */
async function isEqual(transform, input, shape) {
  const values = input.map(({ name }) => [name, valuesOf(name, shape, comparedRows)]);
  const columns = inputOf(input, Object.fromEntries(values));
  return textOf(await transform(columns, { backend: 'cuda' })) === textOf(await transform.reference(columns));
}

async function measure({ name, input }, shape) {
  const transform = module[name];
  const equal = await isEqual(transform, input, shape);
  const { resident, rows } = await residentTable(input, shape);
  const measured = [];
  let outputBytes = 0;
  for (let run = -warmUp; run < runs; run += 1) {
    const result = await transform(resident);
    const { deviceMs } = result;
    outputBytes = result.byteLength;
    result.dispose();
    if (run >= 0 || deviceMs > limitMs) measured.push(deviceMs);
    if (deviceMs > limitMs) break;
  }
  const ms = median(measured);
  const bytes = resident.byteLength + outputBytes;
  const shareOfCopy = bytes / (ms / 1000) / copyBytesPerSecond;
  return { ...shape, rows, bytes, deviceMs: ms, nsPerRow: (ms * 1e6) / rows, shareOfCopy, equal };
}

const resources = resourcesOf(addonFile);
const results = [];
for (const description of functions) {
  const { kind, name, input } = description;
  const shapes = [];
  let failed;
  for (const shape of shapesOf(input.map((column) => column.name))) {
    try {
      shapes.push(await measure(description, shape));
    } catch (error) {
      failed = `${shape.content} ${shape.length ?? ''}: ${error.message}`;
      break;
    }
  }
  results.push({ kind, name, shapes, kernels: resources.get(name) ?? [], ...(failed && { failed }) });
  console.log(
    `${kind} ${name}: ${failed ?? shapes.map(({ content, length, shareOfCopy, equal }) => `${content} ${length ?? ''} ${(shareOfCopy * 100).toPrecision(2)} %${equal ? '' : ' DIFFERS'}`).join(', ')}`,
  );
}
const lines = results.map((result) => JSON.stringify(result)).join(',\n');
const report = { benchmark: 'row functions on the GPU', machine: { ...machine(), device }, copyBytesPerSecond };
writeFileSync(options.out, `${JSON.stringify(report, null, 2).slice(0, -2)},\n  "functions": [\n${lines}\n]}\n`);
