import { count, ms, table, times } from './format.mjs';

const names = { wordSplit: 'word split', filter: 'filter' };

export function rowsSection({ machine, rows, textBytes, flags, results }) {
  const lines = results.map(({ name, threads, rowsOut, cpp, cppReused, rowfuse, ratio }) => [
    names[name],
    threads,
    count(rowsOut),
    ms(cpp),
    ms(cppReused),
    ms(rowfuse),
    times(ratio),
  ]);
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.date.slice(0, 10)}; ${machine.compiler}, \`${flags}\`. ${count(rows)} rows with ${count(textBytes)} bytes of text:`,
    '',
    table(
      [
        '',
        'threads',
        'rows out',
        'C++ loops, ms',
        'over memory of an earlier result, ms',
        'rowfuse, ms',
        'rowfuse to C++ loops',
      ],
      lines,
    ),
  ].join('\n');
}
