// An app's first call, in a fresh process: node bench/cpu/first-call.mjs <generated/index.js> <backend> [rows]
import { pathToFileURL } from 'node:url';

const [generated, backend, rows = '10000000'] = process.argv.slice(2);
const seconds = (from) => (performance.now() - from) / 1000;

const { arrowTable, redactTable } = await import('../data/redact-table.mjs');
const arrowFrom = performance.now();
const arrow = await import('apache-arrow');
const arrowImport = seconds(arrowFrom);
const small = arrowTable(arrow, redactTable(1000));
const large = arrowTable(arrow, redactTable(Number(rows)));

const importFrom = performance.now();
const { redact } = await import(pathToFileURL(generated).href);
const importSeconds = seconds(importFrom);
const call = async (table) => {
  const from = performance.now();
  await redact(table, { backend });
  return seconds(from);
};
const first = await call(small);
const second = await call(small);
const firstLarge = await call(large);
const secondLarge = await call(large);
console.log(
  JSON.stringify({ arrowImport, import: importSeconds, first, second, rows: Number(rows), firstLarge, secondLarge }),
);
