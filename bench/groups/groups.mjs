// Groups by a text column on the CPU: node --expose-gc bench/groups/groups.mjs [--rows 20000000] [--runs 5] [--out FILE]
// The number of rows, the sum and the maximum of an integer column by key. Keys are 10, 10^4 and 10^7 equally frequent ones, and 10^6
// by Zipf's law. rowfuse (Arrow in, Arrow out), DuckDB and Polars (their own tables) run on two threads, unordered and ordered by key.
// The totals of rowfuse's counts, sums and maxima are compared with DuckDB's.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { makeData, makeVector, Utf8, Vector } from 'apache-arrow';
import { buildForCpu } from '../build-for-cpu.mjs';
import { machine } from '../machine.mjs';
import { median } from '../statistics.mjs';
import { keyNumbers } from './key-numbers.mjs';

process.env.POLARS_MAX_THREADS = '2';
const { default: pl } = await import('nodejs-polars');

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000000' },
    runs: { type: 'string', default: '5' },
    out: { type: 'string' },
  },
});
const rows = Number(options.rows);
const runs = Number(options.runs);

const work = path('../.work/groups');
mkdirSync(work, { recursive: true });
const generated = buildForCpu(path('./transforms.ts'), work);
const { groups, orderedGroups, configure } = await import(generated);
configure({ threads: 2 });

/** "key-" and nine digits: a row of the Arrow column has 13 bytes. */
function keyColumn(numbers) {
  const bytes = Buffer.alloc(numbers.length * 13);
  const offsets = new Int32Array(numbers.length + 1);
  for (let row = 0; row < numbers.length; row += 1) {
    const at = row * 13;
    bytes.write('key-', at, 'latin1');
    let rest = numbers[row];
    for (let digit = 12; digit >= 4; digit -= 1) {
      bytes[at + digit] = 48 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    offsets[row + 1] = at + 13;
  }
  return new Vector([makeData({ type: new Utf8(), length: numbers.length, valueOffsets: offsets, data: bytes })]);
}

async function time(run) {
  const seconds = [];
  for (let index = -1; index < runs; index += 1) {
    globalThis.gc?.();
    const began = performance.now();
    await run();
    if (index >= 0) seconds.push((performance.now() - began) / 1000);
  }
  return median(seconds);
}

const report = { benchmark: 'groups by text on the CPU', machine: machine(), rows, runs, results: [] };
for (const { name, distinct, zipf } of [
  { name: '10 keys', distinct: 10, zipf: false },
  { name: '10,000 keys', distinct: 1e4, zipf: false },
  { name: '10,000,000 keys', distinct: 1e7, zipf: false },
  { name: "1,000,000 keys by Zipf's law", distinct: 1e6, zipf: true },
]) {
  const numbers = keyNumbers(rows, distinct, zipf);
  const value = Int32Array.from({ length: rows }, (_, row) => (row * 7919) % 100003);
  const input = { key: keyColumn(numbers), value: makeVector(value) };
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const csv = `${work}/numbers.csv`;
  writeNumbers(csv, numbers);
  await connection.run(`
    CREATE TABLE t AS
    SELECT 'key-' || lpad(number::VARCHAR, 9, '0') AS key, value
    FROM read_csv('${csv}', header = false, auto_detect = false, columns = {'number': 'INTEGER', 'value': 'INTEGER'})`);
  const query = 'SELECT key, count(*) AS rows, sum(value) AS total, max(value) AS most FROM t GROUP BY key';
  const frame = pl
    .readCSV(csv, { hasHeader: false, schema: { number: pl.Int32, value: pl.Int32 } })
    .select(pl.format('key-{}', pl.col('number').cast(pl.Utf8).str.zFill(9)).alias('key'), pl.col('value'));
  const lazy = () =>
    frame
      .lazy()
      .groupBy('key')
      .agg(
        pl.col('value').count().alias('rows'),
        pl.col('value').cast(pl.Int64).sum().alias('total'),
        pl.col('value').max().alias('most'),
      );
  const results = [
    ['rowfuse', 'any', () => groups(input, { backend: 'cpu' })],
    ['DuckDB', 'any', () => connection.run(`CREATE OR REPLACE TEMP TABLE result AS ${query}`)],
    ['Polars', 'any', () => lazy().collect()],
    ['rowfuse', 'by key', () => orderedGroups(input, { backend: 'cpu' })],
    ['DuckDB', 'by key', () => connection.run(`CREATE OR REPLACE TEMP TABLE result AS ${query} ORDER BY key`)],
    ['Polars', 'by key', () => lazy().sort('key').collect()],
  ];
  const totals = totalsOf(await orderedGroups(input, { backend: 'cpu' }));
  const duck = (
    await connection.runAndReadAll(
      `SELECT count(*)::DOUBLE, sum(rows)::DOUBLE, sum(total)::DOUBLE, sum(most)::DOUBLE FROM (${query})`,
    )
  ).getRows()[0];
  const same = JSON.stringify(totals) === JSON.stringify(duck);
  for (const [contestant, order, run] of results) {
    const seconds = await time(run);
    report.results.push({ name, distinct: totals[0], contestant, order, seconds, same });
    console.log(`${name}, ${order}: ${contestant} ${(seconds * 1000).toFixed(0)} ms${same ? '' : ', ANOTHER RESULT'}`);
  }
  connection.closeSync();
}
if (options.out) writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
process.exit(0);

/** The number of groups, and the sums of their columns. */
function totalsOf(table) {
  const sums = ['rows', 'total', 'most'].map((name) => {
    let sum = 0;
    for (const { values } of table.getChild(name).data) for (const value of values) sum += Number(value);
    return sum;
  });
  return [table.numRows, ...sums];
}

function writeNumbers(file, numbers) {
  const lines = [];
  writeFileSync(file, '');
  for (let row = 0; row < numbers.length; row += 1) {
    lines.push(`${numbers[row]},${(row * 7919) % 100003}\n`);
    if (lines.length === 1 << 18) writeFileSync(file, lines.splice(0).join(''), { flag: 'a' });
  }
  writeFileSync(file, lines.join(''), { flag: 'a' });
}
