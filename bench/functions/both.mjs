// Measures row functions with objects on a GPU and on all processors of the same machine, over rows of 100 characters:
//   node bench/functions/both.mjs --out FILE [--only levenshtein]
// On the GPU the column stays there and the time is that of the device's clock; on the CPU it is the time of a call. Medians of five calls.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { makeVector } from 'apache-arrow';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';
import { dataOf } from './arrow-columns.mjs';
import { functionsOf, sourceOf } from './build.mjs';
import { valuesOf } from './columns.mjs';
import { repeated } from './repeated.mjs';

const { values: options } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string' } } });
if (options.out === undefined) throw new Error('name the file of the results: --out FILE');
const only = options.only?.split(',');
const functions = functionsOf('objects').filter(({ name }) => only === undefined || only.includes(name));

const drawnRows = 2048;
const times = 512;
const shape = { content: 'ascii', length: 100 };
const runs = 5;

const folder = fileURLToPath(new URL('../.work/functions/both', import.meta.url));
mkdirSync(folder, { recursive: true });
const cli = fileURLToPath(new URL('../../dist/codegen/cli/main.js', import.meta.url));
execFileSync(process.execPath, [cli, 'build', sourceOf('objects'), '--out', folder], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const module = await import(pathToFileURL(`${folder}/index.js`).href);
const query = ['--query-gpu=name', '--format=csv,noheader'];
const [device] = execFileSync('nvidia-smi', query, { encoding: 'utf8' }).split('\n');

/** Returns the medians of a number of calls, after one that warms up. */
async function medianOf(call) {
  await call();
  const measured = [];
  for (let run = 0; run < runs; run += 1) measured.push(await call());
  return median(measured);
}

const results = [];
for (const { name, input } of functions) {
  const transform = module[name];
  const columns = Object.fromEntries(
    input.map((column) => [
      column.name,
      makeVector(repeated(dataOf(column, valuesOf(column.name, shape, drawnRows)), times)),
    ]),
  );
  const resident = await module.toDevice(columns);
  const deviceMs = await medianOf(async () => {
    const result = await transform(resident);
    const ms = result.deviceMs;
    result.dispose();
    return ms;
  });
  const cpuMs = await medianOf(async () => {
    const begin = performance.now();
    await transform(columns, { backend: 'cpu' });
    return performance.now() - begin;
  });
  resident.dispose?.();
  results.push({ name, rows: drawnRows * times, ...shape, deviceMs, cpuMs, cpuToDevice: cpuMs / deviceMs });
  console.log(
    `${name}: cpu ${cpuMs.toFixed(1)} ms, gpu ${deviceMs.toFixed(1)} ms, ${(cpuMs / deviceMs).toFixed(1)} times`,
  );
}
const report = {
  benchmark: 'row functions with objects on a GPU and on all processors',
  machine: { ...machine(), device, processors: availableParallelism() },
  functions: results,
};
writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
