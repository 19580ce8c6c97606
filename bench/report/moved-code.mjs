import { table } from './format.mjs';

/** Rows of the table: a name, and the program, case and figure of the results; groups of lines have a figure for each type. */
const SHOWN = [
  ['`redact`, 60 million rows', 'redact', 'rows 60000000, version rowfuse', 'leastMs'],
  ['its kernel', 'redact', 'rows 60000000, version rowfuse', 'kernelMs'],
  ['upper case, 30 million rows', 'upper-case', 'rows 30000000, version rowfuse', 'leastMs'],
  ['word split, 10 million rows', 'rows', 'rows 10000000, transform wordSplit', 'rowfuseMs'],
  ['filter, 10 million rows', 'rows', 'rows 10000000, transform filter', 'rowfuseMs'],
  ['413 stations, 10^9 lines (float64, int16)', 'groups', 'rows 1000000000, stations 413', 'leastMs'],
  ['10,000 stations, 10^9 lines (float64, int16)', 'groups', 'rows 1000000000, stations 10000', 'leastMs'],
];

/** The median; of an even number of values the mean of the two in the middle. */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

export function movedCodeSection({ machine, figures }) {
  const lines = SHOWN.map(([name, ...wanted]) => {
    const found = figures.filter(({ program, case: of, figure }) => [program, of, figure].join() === wanted.join());
    const shown = (side) => found.map((one) => median(one[side]).toFixed(3)).join(', ');
    return [name, shown('before'), shown('after')];
  });
  return [
    `${machine.device}, driver ${machine.driver}, CUDA ${machine.cudaRuntime}; ${machine.date.slice(0, 10)}. Device time, ms.`,
    '',
    table(['job', 'before', 'after'], lines),
  ].join('\n');
}
