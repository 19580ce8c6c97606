// A user-defined aggregate on the CPU: node --expose-gc bench/groups/weighted.mjs [--rows 20000000] [--runs 5] [--out FILE]
// The mean price by symbol, weighted by volume, for 1,000 and a million symbols, unordered. Contestants are rowfuse's `reduce` (Arrow
// in, Arrow out), a loop in JavaScript over the same typed arrays, and DuckDB and Polars over their own tables. These have no such
// aggregates from JavaScript and divide two of their sums. All but the loop run on two threads. Prices may differ by rounding: each is
// compared with the loop's.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { makeVector } from 'apache-arrow';
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

const work = path('../.work/weighted');
mkdirSync(work, { recursive: true });
const { weightedPrices, configure } = await import(buildForCpu(path('./weighted.ts'), work));
configure({ threads: 2 });

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

/** The code of a program without a library: symbols are numbers, and their sums are in a Map of objects. */
function loop({ symbol, price, volume }) {
  const groups = new Map();
  for (let row = 0; row < symbol.length; row += 1) {
    let group = groups.get(symbol[row]);
    if (group === undefined) {
      group = { total: 0, volume: 0 };
      groups.set(symbol[row], group);
    }
    group.total += price[row] * volume[row];
    group.volume += volume[row];
  }
  return [...groups].sort(([a], [b]) => a - b).map(([key, { total, volume: all }]) => [key, total / all]);
}

/** The relative distance of prices from those of the loop; infinite if symbols differ. */
function difference(expected, symbols, prices) {
  if (symbols.length !== expected.length) return Infinity;
  return expected.reduce((most, [symbol, price], index) => {
    if (Number(symbols[index]) !== symbol) return Infinity;
    return Math.max(most, Math.abs(prices[index] - price) / price);
  }, 0);
}

const report = { benchmark: "an aggregate of the user's own on the CPU", machine: machine(), rows, runs, results: [] };
for (const symbols of [1e3, 1e6]) {
  const columns = {
    symbol: Int32Array.from(keyNumbers(rows, symbols, false)),
    price: Float64Array.from({ length: rows }, (_, row) => 1 + ((row * 7919) % 100003) / 100),
    volume: Float64Array.from({ length: rows }, (_, row) => 1 + ((row * 104729) % 997)),
  };
  const input = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, makeVector(values)]));
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const csv = `${work}/symbols.csv`;
  writeSymbols(csv, columns.symbol);
  // Makes the same prices and volumes, from the same row numbers.
  await connection.run(`
    CREATE TABLE trades AS
    SELECT symbol, 1 + ((row * 7919) % 100003)::DOUBLE / 100 AS price, 1 + ((row * 104729) % 997)::DOUBLE AS volume
    FROM read_csv('${csv}', header = false, auto_detect = false, columns = {'symbol': 'INTEGER', 'row': 'BIGINT'})`);
  const frame = pl
    .readCSV(csv, { hasHeader: false, schema: { symbol: pl.Int32, row: pl.Int64 } })
    .select(
      pl.col('symbol'),
      pl.col('row').mul(7919).modulo(100003).cast(pl.Float64).div(100).add(1).alias('price'),
      pl.col('row').mul(104729).modulo(997).cast(pl.Float64).add(1).alias('volume'),
    );
  const query = `
    SELECT symbol, sum(price * volume) / sum(volume) AS price FROM trades GROUP BY symbol ORDER BY symbol`;
  const lazy = () =>
    frame
      .lazy()
      .groupBy('symbol')
      .agg(pl.col('price').mul(pl.col('volume')).sum().div(pl.col('volume').sum()).alias('price'))
      .sort('symbol')
      .collect();
  const expected = loop(columns);
  const table = await weightedPrices(input, { backend: 'cpu' });
  const duck = (await connection.runAndReadAll(query)).getColumns();
  const polars = await lazy();
  const differences = {
    rowfuse: difference(expected, table.getChild('symbol').toArray(), table.getChild('price').toArray()),
    DuckDB: difference(expected, duck[0], duck[1]),
    Polars: difference(expected, polars.getColumn('symbol').toArray(), polars.getColumn('price').toArray()),
    'JavaScript, a loop': 0,
  };
  const contestants = [
    ['rowfuse', () => weightedPrices(input, { backend: 'cpu' })],
    ['DuckDB', () => connection.run(`CREATE OR REPLACE TEMP TABLE result AS ${query}`)],
    ['Polars', lazy],
    ['JavaScript, a loop', () => loop(columns)],
  ];
  for (const [contestant, run] of contestants) {
    const seconds = await time(run);
    const same = differences[contestant] < 1e-12;
    report.results.push({ symbols, contestant, seconds, difference: differences[contestant], same });
    console.log(`${symbols} symbols: ${contestant} ${(seconds * 1000).toFixed(0)} ms${same ? '' : ', ANOTHER RESULT'}`);
  }
  connection.closeSync();
}
if (options.out) writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
process.exit(0);

function writeSymbols(file, symbols) {
  const lines = [];
  writeFileSync(file, '');
  for (let row = 0; row < symbols.length; row += 1) {
    lines.push(`${symbols[row]},${row}\n`);
    if (lines.length === 1 << 18) writeFileSync(file, lines.splice(0).join(''), { flag: 'a' });
  }
  writeFileSync(file, lines.join(''), { flag: 'a' });
}
