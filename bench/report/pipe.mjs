import { count, ms, table, times } from './format.mjs';

export function pipeSection({ machine, rows, results }) {
  const lines = results.map(({ threads, rowsOut, stages, pipe }) => [
    threads,
    count(rowsOut),
    ms(stages),
    ms(pipe),
    times(stages / pipe),
  ]);
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.date.slice(0, 10)}. ${count(rows)} rows:`,
    '',
    table(['threads', 'rows out', 'stage after stage, ms', 'the pipe, ms', 'times faster'], lines),
  ].join('\n');
}
