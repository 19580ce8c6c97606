// The One Billion Row Challenge on a GPU, from a file in the page cache to the table of stations:
//   node bench/cuda/one-billion-rows.mjs GENERATED/index.js BY_HAND OUT.json 413:measurements-413.txt 10000:measurements-10000.txt
// GENERATED is the output of `rowfuse build examples/one-billion-rows.ts --out GENERATED`. BY_HAND is the program of
// one_billion_rows_by_hand.cu. The first call on cuda makes the device's context and its pinned memory. The CPU runs the same file on
// all its cores. All texts must be equal.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join, resolve } from 'node:path';
import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { report } from '../../examples/one-billion-rows/report.mjs';

const [, , generated, byHand, out, ...files] = argv;
const { stations, configure } = await import(pathToFileURL(resolve(generated)).href);
const runs = { cuda: 5, cpu: 2 };
const folder = mkdtempSync(join(os.tmpdir(), 'one-billion-rows-'));

const query = ['--query-gpu=name,driver_version', '--format=csv,noheader'];
const [device, driver] = execFileSync('nvidia-smi', query, { encoding: 'utf8' }).split('\n')[0].split(', ');
const machine = {
  date: new Date().toISOString(),
  device,
  driver,
  cpu: os.cpus()[0].model.trim(),
  cores: os.cpus().length,
};
const results = [];
for (const given of files) {
  const [count, file] = given.split(':');
  let expected;
  let names;
  for (const backend of ['cuda', 'cpu']) {
    if (backend === 'cpu') configure({ threads: os.cpus().length });
    const milliseconds = [];
    let text;
    for (let run = 0; run <= runs[backend]; run += 1) {
      const began = performance.now();
      const table = await stations({ file }, { backend });
      milliseconds.push(performance.now() - began);
      text = report(table);
      names ??= [...table.getChild('station')];
    }
    expected ??= text;
    const [firstMs, ...ms] = milliseconds;
    const measured = {
      stations: Number(count),
      bytes: statSync(file).size,
      backend,
      firstMs,
      ms,
      same: text === expected,
    };
    results.push(measured);
    console.log(JSON.stringify(measured));
  }
  const [list, written] = ['stations.txt', 'text.txt'].map((name) => join(folder, name));
  writeFileSync(list, `${names.join('\n')}\n`);
  const printed = execFileSync(resolve(byHand), [file, list, written, '--runs', '3'], { encoding: 'utf8' });
  const [{ ms: firstMs }, ...steps] = JSON.parse(printed);
  const measured = {
    stations: Number(count),
    bytes: statSync(file).size,
    backend: 'by hand',
    firstMs,
    ms: steps.map(({ ms }) => ms),
    steps,
    same: readFileSync(written, 'utf8') === expected,
  };
  results.push(measured);
  console.log(JSON.stringify(measured));
}
rmSync(folder, { recursive: true });
writeFileSync(out, `${JSON.stringify({ benchmark: 'one billion rows on the GPU', machine, results }, null, 2)}\n`);
exit(0);
