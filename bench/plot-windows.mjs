import { count } from './report/format.mjs';

/** The versions that are drawn, in the order of the legend, each with a colour of Okabe and Ito's. */
const SHOWN = [
  ['rowfuse mean', 'rowfuse, mean()', '#d55e00'],
  ['rowfuse loop', 'rowfuse, a loop in its order', '#cc79a7'],
  ['by hand: one thread per window', 'CUDA, one thread per window', '#e69f00'],
  ['by hand: shared memory', 'CUDA, shared memory', '#56b4e9'],
  ['by hand: shared memory, nine outputs per thread', 'CUDA, nine outputs per thread', '#009e73'],
  ['numba: shared memory, 9 outputs per thread', 'Numba, nine outputs per thread', '#0072b2'],
  ['by hand: difference of running totals', 'CUDA, difference of running totals', '#999999'],
];

/**
 * Moving averages of one column: device time over the size of the window, both logarithmic; a rule shows the time of a copy. `numba` is
 * the same in Python.
 */
export function windowsPlot({ machine, sizes }, numba, rows, config) {
  const size = sizes.find((one) => one.rows === rows);
  const inPython = numba?.sizes.find((one) => one.rows === rows);
  const measured = [...(size?.windows ?? []), ...(inPython?.windows ?? [])];
  const points = measured.flatMap(({ window, versions }) =>
    versions.flatMap(({ version, ms }) => {
      const shown = SHOWN.find(([name]) => name === version);
      return shown === undefined || !Number.isFinite(ms) ? [] : [{ window, version: shown[1], ms }];
    }),
  );
  const present = SHOWN.filter(([, name]) => points.some(({ version }) => version === name));
  const windows = [...new Set(points.map(({ window }) => window))];
  const powers = Array.from({ length: 9 }, (_, index) => 10 ** (index - 3));
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    config,
    width: 560,
    height: 400,
    title: {
      text: `Moving averages of ${count(rows)} doubles`,
      subtitle: `device time, logarithmic; black: a copy of them; ${machine.device}, ${machine.date.slice(0, 10)}`,
    },
    layer: [
      {
        data: { values: points },
        mark: { type: 'line', strokeWidth: 2, point: { size: 35, filled: true, opacity: 1 } },
        encoding: {
          x: {
            field: 'window',
            type: 'quantitative',
            scale: { type: 'log', nice: false, padding: 20 },
            axis: { title: 'rows in a window', values: windows, format: ',', grid: false },
          },
          y: {
            field: 'ms',
            type: 'quantitative',
            scale: { type: 'log' },
            axis: { title: 'ms', values: powers, format: '~g' },
          },
          color: {
            field: 'version',
            type: 'nominal',
            scale: { domain: present.map(([, name]) => name), range: present.map(([, , colour]) => colour) },
            legend: { title: null },
          },
        },
      },
      {
        data: { values: [{ ms: size?.copyMs ?? null }] },
        mark: { type: 'rule', strokeWidth: 1, color: '#000000' },
        encoding: { y: { field: 'ms', type: 'quantitative' } },
      },
    ],
  };
}
