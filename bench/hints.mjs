// Measures each hint's example against its rewrite (test/hints/samples) on the CPU, on one thread: a hint whose rewrite is not faster is dropped.
//   node bench/hints.mjs                  prints a table
//   node bench/hints.mjs --only RH101     measures hints whose codes begin so
//   node bench/hints.mjs --json file      also writes the figures
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { compile } from '../dist/codegen/index.js';
import { inputOf, textOf } from './functions/arrow-columns.mjs';
import { shapesOf, valuesOf } from './functions/columns.mjs';
import { machine } from './machine.mjs';
import { median } from './statistics.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const samples = `${root}test/hints/samples`;
const work = `${root}bench/.work/hints`;
const cli = `${root}dist/codegen/cli/main.js`;
const runs = 9;
const contents = ['ascii', 'mixed'];

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: 'RH' }, json: { type: 'string' } },
});

/** Returns the CPU time of a call in nanoseconds per row. */
async function timed(run, rows) {
  const from = process.cpuUsage();
  let calls = 0;
  for (let time = 0; time < 4000; calls += 1) {
    await run();
    const { user, system } = process.cpuUsage(from);
    time = user + system;
  }
  const { user, system } = process.cpuUsage(from);
  return ((user + system) * 1000) / (calls * rows);
}

/** Measures two functions alternately over the same columns. Returns the medians. */
async function compared(slow, fast, columns, rows) {
  const calls = [slow, fast].map((transform) => () => transform(columns, { backend: 'cpu' }));
  const times = [[], []];
  for (const run of calls) await timed(run, rows);
  for (let index = 0; index < runs; index += 1)
    for (const [place, run] of calls.entries()) times[place].push(await timed(run, rows));
  return times.map((each) => Number(median(each).toPrecision(4)));
}

const files = readdirSync(samples).filter((name) => name.startsWith(options.only));
const sources = files.map((file) => `${samples}/${file}`);
execFileSync(process.execPath, [cli, 'build', ...sources, '--out', work, '--no-cuda', '--prune'], { stdio: 'inherit' });
const built = await import(pathToFileURL(`${work}/index.js`).href);
built.configure({ threads: 1 });
const measured = [];
for (const file of files) {
  const [slow, fast] = compile({ files: [`${samples}/${file}`], root }).transforms;
  const shapes = shapesOf(slow.input.map(({ name }) => name));
  for (const { content, length } of shapes.filter((shape) => contents.includes(shape.content) && shape.length !== 10)) {
    const rows = length === 1000 ? 100 : 5000;
    const drawn = slow.input.map(({ name }) => [name, valuesOf(name, { content, length }, rows)]);
    const columns = inputOf(slow.input, Object.fromEntries(drawn));
    const results = await Promise.all([slow, fast].map(({ name }) => built[name](columns, { backend: 'cpu' })));
    if (textOf(results[0]) !== textOf(results[1])) throw new Error(`${file}: the rewrite gives other results`);
    const [hinted, rewritten] = await compared(built[slow.name], built[fast.name], columns, rows);
    const ratio = Number((hinted / rewritten).toPrecision(3));
    measured.push({ code: file.slice(0, 5), content, length, hinted, rewritten, ratio });
    console.log(
      file.slice(0, 5),
      content.padEnd(10),
      String(length ?? '-').padStart(5),
      `${hinted} : ${rewritten}`.padEnd(20),
      ratio,
    );
  }
}
if (options.json)
  writeFileSync(
    options.json,
    `${JSON.stringify({ benchmark: 'hints and their rewrites', machine: machine(), measured }, null, 2)}\n`,
  );
