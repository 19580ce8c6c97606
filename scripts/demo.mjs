// npm run demo: builds `redact` and runs it on a file of names and on ten million generated rows. Code for a GPU is compiled only where
// there is one.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as arrow from 'apache-arrow';
import { arrowTable, redactTable } from '../bench/data/redact-table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const rows = 10_000_000;
const runs = 5;

const out = 'node_modules/.cache/rowfuse-demo';
const hasGpu = spawnSync('nvidia-smi', ['-L']).status === 0;
const command = ['build', 'examples/redact.ts', '--out', out, ...(hasGpu ? [] : ['--no-cuda'])];
console.log(`$ rowfuse ${command.join(' ')}`);
const built = spawnSync(process.execPath, [file('dist/codegen/cli/main.js'), ...command], {
  cwd: root,
  stdio: 'inherit',
});
if (built.status !== 0) process.exit(built.status ?? 1);

const { redact, backend } = await import(`../${out}/index.js`);
const { backend: used, reason } = backend();
console.log(`\nbackend: ${used} (${reason})`);

const names = namesTable();
console.log(`\nexamples/data/names-visibility.csv, ${names.numRows} rows`);
show(names, await redact(names));

const table = arrowTable(arrow, redactTable(rows));
const results = [];
const times = [];
for (let run = 0; run < runs; run++) {
  const began = performance.now();
  results[0] = await redact(table);
  times.push(performance.now() - began);
}
console.log(
  `\n${rows.toLocaleString('en')} generated rows, ${bytesPerRow(table, results[0]).toFixed(1)} bytes per row`,
);
show(table, results[0]);
const [first, ...later] = times;
const median = later.sort((a, b) => a - b)[Math.floor(later.length / 2)];
console.log(`first call ${duration(first)}, then ${duration(median)} (median of ${later.length})`);
console.log(`${(rows / median / 1000).toFixed(1)} million rows/s, Arrow in, Arrow out, on ${used}`);

/** The names file as a table. Its two columns hold neither commas nor quotes. */
function namesTable() {
  const lines = readFileSync(file('examples/data/names-visibility.csv'), 'utf8').trimEnd().split('\n');
  const cells = lines.map((line) => line.split(','));
  const column = (index) =>
    arrow.vectorFromArray(
      cells.map((cell) => cell[index]),
      new arrow.Utf8(),
    );
  return new arrow.Table({ name: column(0), visibility: column(1) });
}

/** Prints the first rows, in and out. */
function show(input, output) {
  const [name, visibility] = ['name', 'visibility'].map((column) => input.getChild(column));
  for (let row = 0; row < 5; row++) {
    console.log(`  ${name.get(row).padEnd(22)} ${visibility.get(row).padEnd(8)} -> ${output.get(row)}`);
  }
}

/** The bytes that are read and written: values and offsets of both input columns and of the result. */
function bytesPerRow(input, output) {
  const chunks = [...['name', 'visibility'].flatMap((column) => input.getChild(column).data), ...output.data];
  return chunks.reduce((sum, { values, valueOffsets }) => sum + values.byteLength + valueOffsets.byteLength, 0) / rows;
}

function duration(milliseconds) {
  return milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}
