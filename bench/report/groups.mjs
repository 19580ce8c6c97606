import { count, ms, table } from './format.mjs';

export function groupsSection({ machine, rows, runs, results }) {
  const contestants = [...new Set(results.map(({ contestant }) => contestant))];
  const cases = [...new Set(results.map(({ name }) => name))].flatMap((name) =>
    ['any', 'by key'].map((order) => [name, order]),
  );
  const lines = cases.map(([name, order]) => [
    name,
    order,
    ...contestants.map((one) =>
      ms(results.find((found) => found.name === name && found.order === order && found.contestant === one)?.seconds),
    ),
  ]);
  const packages = `@duckdb/node-api ${machine.packages['@duckdb/node-api']}, nodejs-polars ${machine.packages['nodejs-polars']}`;
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.date.slice(0, 10)}; ${packages}. ${count(rows)} rows, two threads; medians of ${runs} runs, ms.`,
    '',
    table(['', 'order of the groups', ...contestants], lines),
  ].join('\n');
}
