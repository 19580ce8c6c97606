import { count, digits, table } from './format.mjs';

/** The versions of the table, in its order, by their names in the results. */
const versions = [
  ['rowfuse mean', '`mean()`'],
  ['rowfuse min', '`min()`'],
  ['rowfuse variance', '`variance()`'],
  ['rowfuse loop', 'a loop that adds, in its order'],
  ['by hand: one thread per window', 'CUDA: one thread per window'],
  ['by hand: shared memory', 'CUDA: elements in shared memory'],
  ['by hand: shared memory, nine outputs per thread', 'CUDA: shared memory, nine outputs per thread'],
  ['numba: one thread per window', 'Numba: one thread per window'],
  ['numba: shared memory', 'Numba: elements in shared memory'],
  ['numba: shared memory, 9 outputs per thread', 'Numba: shared memory, nine outputs per thread'],
  ['by hand: difference of running totals', 'CUDA: difference of running totals'],
  ['cupy: difference of running totals', 'CuPy: difference of running totals'],
];

/** `numba`: the same in Python, on the same machine. */
export function rollingGpuSection({ machine, runs, sizes }, numba) {
  const { rows, copyMs, windows } = sizes.at(-1);
  const inPython = numba?.sizes.find((size) => size.rows === rows);
  const measured = windows.map(({ window, versions: own }) => ({
    window,
    found: new Map(
      [...own, ...(inPython?.windows.find((other) => other.window === window)?.versions ?? [])].map((one) => [
        one.version,
        one,
      ]),
    ),
  }));
  const lines = versions.map(([name, shown]) => {
    const each = measured.map(({ found }) => found.get(name));
    const errors = each.flatMap((one) => one?.largestRelativeError ?? one?.error ?? []);
    return [
      shown,
      ...each.map((one) => digits(one?.ms)),
      errors.length === 0 ? '–' : Math.max(...errors).toExponential(1),
    ];
  });
  return [
    `${machine.device}, driver ${machine.driver}, CUDA ${machine.cudaRuntime}; ${machine.date.slice(0, 10)}. ${count(rows)} doubles, resident; ` +
      `a copy of them takes ${digits(copyMs)} ms. Medians of ${runs} runs, ms.`,
    '',
    table(['', ...measured.map(({ window }) => `window ${count(window)}`), 'largest relative error'], lines),
  ].join('\n');
}
