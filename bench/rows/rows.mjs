// Filters and expansions on the CPU:
//   node --expose-gc bench/rows/rows.mjs [--rows 2000000] [--runs 15] [--out FILE]
// The words of a text column, and a filter, by rowfuse and by plain C++ loops (rows.cpp) over the same buffers, with as many threads.
// The results are compared by a checksum of numbers, offsets and bytes. The ratio compares calls that all take fresh memory; C++ is
// also measured over memory of an earlier result.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeData, makeVector, Utf8 } from 'apache-arrow';
import { buildForCpu } from '../build-for-cpu.mjs';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '2000000' },
    runs: { type: 'string', default: '15' },
    out: { type: 'string' },
  },
});
const rows = Number(options.rows);
const runs = Number(options.runs);
const least = 0.5;
const warmUp = 3;

/** Numerical Recipes' generator: half of the scores pass, unpredictably. */
function randomNumbers() {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Lines of up to twenty words of one to twelve letters. */
function columns() {
  const random = randomNumbers();
  const offsets = new Int32Array(rows + 1);
  const text = Buffer.alloc(rows * 150);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const words = Math.floor(random() * 20);
    for (let word = 0; word < words && at + 16 < text.length; word += 1) {
      if (word > 0) text[at++] = 0x20;
      for (let left = 1 + Math.floor(random() * 12); left > 0; left -= 1) text[at++] = 0x61 + ((at * 7 + row) % 26);
    }
    offsets[row + 1] = at;
  }
  const id = Int32Array.from({ length: rows }, (_, row) => row);
  const score = Float64Array.from({ length: rows }, random);
  return { id, offsets, text: new Uint8Array(text.buffer, text.byteOffset, at), score };
}

function checksum(table, text) {
  let hash = 2166136261;
  const add = (values, length) => {
    for (let i = 0; i < length; i += 1) hash = Math.imul(hash ^ values[i], 16777619);
  };
  const id = table.getChild('id').data[0];
  const data = table.getChild(text).data[0];
  add(id.values, id.length);
  add(data.valueOffsets, data.length + 1);
  add(data.values, data.valueOffsets[data.length]);
  return hash >>> 0;
}

async function measured(run, text) {
  const seconds = [];
  let result;
  for (let index = -warmUp; index < runs; index += 1) {
    result = undefined;
    globalThis.gc?.();
    const from = performance.now();
    result = await run();
    if (index >= 0) seconds.push((performance.now() - from) / 1000);
  }
  return { rows: result.numRows, checksum: checksum(result, text), seconds };
}

const work = path('../.work/rows');
mkdirSync(work, { recursive: true });
const made = columns();
for (const [name, values] of Object.entries(made)) writeFileSync(`${work}/${name}`, values);
const generated = buildForCpu(path('./transforms.ts'), work);
const flags = ['-std=c++20', '-O3', '-Wall', '-Wextra', '-pthread'];
execFileSync('g++', [...flags, '-o', `${work}/program`, path('./rows.cpp')], { stdio: 'inherit' });

const { wordSplit, filter, configure } = await import(generated);
const line = makeVector(makeData({ type: new Utf8(), length: rows, valueOffsets: made.offsets, data: made.text }));
const input = { id: makeVector(made.id), line, name: line, score: makeVector(made.score) };
const report = {
  benchmark: 'filters and expansions on the CPU',
  machine: machine(),
  rows,
  textBytes: made.text.length,
  flags: flags.join(' '),
  results: [],
};
for (const threads of [1, 2]) {
  configure({ threads });
  const args = [work, rows, least, threads, runs].map(String);
  const cpp = JSON.parse(execFileSync(`${work}/program`, args, { encoding: 'utf8' }));
  const own = {
    wordSplit: await measured(() => wordSplit(input, { backend: 'cpu' }), 'word'),
    filter: await measured(() => filter(input, { backend: 'cpu', params: { least } }), 'name'),
  };
  for (const name of ['wordSplit', 'filter']) {
    if (cpp[name].checksum !== own[name].checksum || cpp[name].rows !== own[name].rows)
      throw new Error(`${name}: the results differ: ${cpp[name].rows} and ${own[name].rows} rows`);
    const [fresh, reused, ours] = [cpp[name], cpp[`${name}Reused`], own[name]].map(({ seconds }) => median(seconds));
    const ratio = Number((ours / fresh).toFixed(3));
    report.results.push({
      name,
      threads,
      rowsOut: own[name].rows,
      cpp: fresh,
      cppReused: reused,
      rowfuse: ours,
      ratio,
    });
    const [a, b, c] = [fresh, reused, ours].map((seconds) => `${(seconds * 1000).toFixed(1)} ms`);
    console.log(`${name}, ${threads} threads: C++ ${a} (memory reused: ${b}), rowfuse ${c}: ${ratio} of fresh`);
  }
}
if (options.out) writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
