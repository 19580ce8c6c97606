// Regular expressions on a GPU, over ten million texts of 64 bytes on average that stay there:
//   node bench/patterns/gpu.mjs --out FILE [--rows 10000000] [--built FOLDER]
// --built names a folder of a build of gpu-transforms.ts, which is then not built again.
// The time is that of the device's own clock, the median of seven calls. The rate of a call is the bytes of its input and its result per
// second, and stands beside the rate of a copy on the same device. Results of the first rows are compared with the reference.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { makeVector } from 'apache-arrow';
import { dataOf, inputOf, textOf } from '../functions/arrow-columns.mjs';
import { repeated } from '../functions/repeated.mjs';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';
import { drawTexts, seed } from './gpu-texts.mjs';

const { values: options } = parseArgs({
  options: { out: { type: 'string' }, rows: { type: 'string', default: '10000000' }, built: { type: 'string' } },
});
if (options.out === undefined) throw new Error('name the file of the results: --out FILE');
/** The texts that are drawn; the column repeats them. */
const drawnRows = 2 ** 16;
const comparedRows = 1000;
const runs = 7;
const copyBytes = 2 ** 30;

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const generated = options.built ? resolve(options.built) : path('../.work/patterns/gpu');
mkdirSync(generated, { recursive: true });
const cli = path('../../dist/codegen/cli/main.js');
if (options.built === undefined)
  execFileSync(process.execPath, [cli, 'build', path('./gpu-transforms.ts'), '--out', generated], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
const module = await import(pathToFileURL(`${generated}/index.js`).href);
const addon = createRequire(import.meta.url)(`${generated}/native/${process.platform}-${process.arch}/rowfuse.node`);
const query = ['--query-gpu=name', '--format=csv,noheader'];
const [device] = execFileSync('nvidia-smi', query, { encoding: 'utf8' }).split('\n');

const column = { name: 's', type: 'utf8' };
const drawn = drawTexts(drawnRows);
const data = repeated(dataOf(column, drawn), Math.ceil(Number(options.rows) / drawnRows));
const rows = data.length;
const resident = await module.toDevice({ s: makeVector(data) });
const compared = inputOf([column], { s: drawn.slice(0, comparedRows) });
const copyBytesPerSecond = await addon.device.copyRate(copyBytes);

const results = [];
for (const name of Object.keys(module).filter((key) => module[key].reference !== undefined)) {
  const transform = module[name];
  const given = textOf(await transform(compared, { backend: 'cuda' }));
  const equal = given === textOf(await transform.reference(compared));
  const times = [];
  let outputBytes = 0;
  for (let run = -2; run < runs; run += 1) {
    const result = await transform(resident);
    outputBytes = result.byteLength;
    if (run >= 0) times.push(result.deviceMs);
    result.dispose();
  }
  const deviceMs = median(times);
  const moved = resident.byteLength + outputBytes;
  const shareOfCopy = moved / (deviceMs / 1000) / copyBytesPerSecond;
  results.push({ name, deviceMs, bytes: moved, shareOfCopy, equal });
  console.log(
    `${name}: ${deviceMs.toFixed(3)} ms, ${(shareOfCopy * 100).toFixed(1)} % of the copy${equal ? '' : ', DIFFERS'}`,
  );
}
const report = {
  benchmark: 'regular expressions on the GPU',
  machine: { ...machine(), device },
  rows,
  seed,
  meanBytes: data.values.length / rows,
  copyBytesPerSecond,
  results,
};
writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
