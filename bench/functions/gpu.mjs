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
/** Larger than the cache of an H100 or H200 (50 MB), so that a copy of that size runs at the rate of its memory. */
const columnBytes = 2 ** 28;
const copyBytes = 2 ** 30;
const warmUp = 1;
const runs = 5;
const limitMs = 500;

const folder = fileURLToPath(new URL('../.work/functions/gpu', import.meta.url));
const generated = `${folder}/generated`;
mkdirSync(folder, { recursive: true });
const cli = fileURLToPath(new URL('../../dist/codegen/cli/main.js', import.meta.url));
execFileSync(process.execPath, [cli, 'build', ...kinds.map(sourceOf), '--out', generated], {
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

/** Device columns by name, type and shape, because many functions read the same ones. */
const drawn = new Map();
function drawnData(column, shape) {
  const key = JSON.stringify([column, shape]);
  if (!drawn.has(key)) drawn.set(key, dataOf(column, valuesOf(column.name, shape, drawnRows)));
  return drawn.get(key);
}

async function measure({ name, input }, shape) {
  const transform = module[name];
  const data = input.map((column) => drawnData(column, shape));
  const first = inputOf(
    input,
    Object.fromEntries(input.map(({ name: column }) => [column, valuesOf(column, shape, comparedRows)])),
  );
  const equal = textOf(await transform(first, { backend: 'cuda' })) === textOf(await transform.reference(first));
  const times = Math.max(1, Math.floor(columnBytes / Math.max(...data.map(bytesOf))));
  const columns = Object.fromEntries(
    input.map((column, place) => [column.name, makeVector(repeated(data[place], times))]),
  );
  using resident = await module.toDevice(columns);
  const measured = [];
  let outputBytes = 0;
  for (let run = -warmUp; run < runs; run += 1) {
    using result = await transform(resident);
    outputBytes = result.byteLength;
    if (run >= 0 || result.deviceMs > limitMs) measured.push(result.deviceMs);
    if (result.deviceMs > limitMs) break;
  }
  const ms = median(measured);
  const bytes = resident.byteLength + outputBytes;
  return {
    ...shape,
    rows: drawnRows * times,
    bytes,
    deviceMs: ms,
    nsPerRow: (ms * 1e6) / (drawnRows * times),
    shareOfCopy: bytes / (ms / 1000) / copyBytesPerSecond,
    equal,
  };
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
