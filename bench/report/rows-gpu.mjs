import { count, digits, table, times } from './format.mjs';
import { gpuMachine } from './gpu-machine.mjs';

const names = { wordSplit: 'word split', filter: 'filter' };

export function rowsGpuSection(results) {
  const copyRate = results.copy.gigabytesPerSecond;
  const lines = results.sizes.flatMap(({ rows, textBytes, transforms }) =>
    transforms.map(({ transform, rowsOut, bytes, floorMs, rowfuseMs, byHandMs, ratio, matches }) => [
      names[transform],
      count(rows),
      count(textBytes),
      count(rowsOut),
      digits(floorMs * 1000),
      digits(byHandMs * 1000),
      digits(rowfuseMs * 1000),
      `${((100 * bytes) / (rowfuseMs * 1e6) / copyRate).toFixed(0)} %`,
      times(ratio),
      matches ? 'identical' : '**different**',
    ]),
  );
  return [
    `${gpuMachine(results)} The better of two medians of ${results.runs} runs.`,
    '',
    table(
      [
        '',
        'rows',
        'bytes of text',
        'rows out',
        'a copy of the bytes, µs',
        'kernels by hand, µs',
        'rowfuse, µs',
        'of the copy',
        'rowfuse to kernels by hand',
        'output',
      ],
      lines,
    ),
  ].join('\n');
}
