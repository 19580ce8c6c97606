import { count, digits, table, times } from './format.mjs';

const shown = {
  cpp: 'hand-written C++',
  rowfuse: 'rowfuse',
  'javascript-workers': 'JavaScript over bytes, two workers',
  duckdb: 'DuckDB, `read_csv`',
  polars: 'Polars, `scanCSV`',
  readline: 'JavaScript, a loop over lines',
};

export function oneBillionRowsSection({ machine, rows, flags, results }) {
  const sizes = [...new Set(results.map(({ stations }) => stations))];
  const lines = Object.entries(shown).map(([contestant, name]) => [
    name,
    ...sizes.flatMap((size) => {
      const at = (one) => results.find((found) => found.stations === size && found.contestant === one);
      const found = at(contestant);
      const ratio = (found?.seconds.median ?? Number.NaN) / (at('cpp')?.seconds.median ?? Number.NaN);
      return [found?.same === false ? 'another result' : digits(found?.seconds.median), times(ratio)];
    }),
  ]);
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.date.slice(0, 10)}; ${machine.compiler} \`${flags}\`, Node ${machine.node}. ` +
      `${count(rows)} rows, ${sizes.map((size) => `${count(bytesOf(results, size))} bytes with ${count(size)} stations`).join(', ')}; seconds, medians.`,
    '',
    table(['', ...sizes.flatMap((size) => [`${count(size)} stations, s`, 'against C++'])], lines),
  ].join('\n');
}

const bytesOf = (results, size) => results.find(({ stations }) => stations === size)?.bytes ?? 0;
