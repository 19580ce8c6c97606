import { count, ms, table } from './format.mjs';

export function weightedSection({ machine, rows, runs, results }) {
  const sizes = [...new Set(results.map(({ symbols }) => symbols))];
  const contestants = [...new Set(results.map(({ contestant }) => contestant))];
  const lines = contestants.map((one) => [
    one,
    ...sizes.map((size) => ms(results.find((found) => found.symbols === size && found.contestant === one)?.seconds)),
  ]);
  const packages = `@duckdb/node-api ${machine.packages['@duckdb/node-api']}, nodejs-polars ${machine.packages['nodejs-polars']}`;
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.date.slice(0, 10)}; ${packages}. ${count(rows)} rows; medians of ${runs} runs, ms.`,
    '',
    table(['', ...sizes.map((size) => `${count(size)} symbols`)], lines),
  ].join('\n');
}
