import { count, digits, ms, table } from './format.mjs';

const shown = [
  ['rowfuse sum', "rowfuse's engine, `sum()`"],
  ['by hand: running sum', 'C++, a running sum'],
  ['rowfuse mean', "rowfuse's engine, `mean()`"],
  ['by hand: mean of a running sum', 'C++, the mean of a running sum'],
  ['rowfuse Math.min', "rowfuse's engine, `min()`"],
  ['by hand: van Herk, by <', 'C++, van Herk, by `<`'],
  ['rowfuse variance', "rowfuse's engine, `variance()`"],
];

/** Calls in Node first, then the engine alone beside loops by hand, on two threads. */
export function rollingCpuSection({ machine, rows, window, runs, flags, results, program }) {
  const calls = results.map(({ version, seconds, error }) => [
    version,
    ms(seconds),
    error === undefined ? '–' : error.toExponential(1),
  ]);
  const windows = [...new Set(program.results.map((one) => one.window))];
  const engine = shown.map(([version, name]) => [
    name,
    ...windows.map((size) => {
      const found = program.results.find((one) => one.version === version && one.window === size && one.threads === 2);
      return digits(found?.ms);
    }),
  ]);
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.date.slice(0, 10)}. Means of ${count(window)} of ${count(rows)} doubles, two threads but for JavaScript; medians of ${runs} runs.`,
    '',
    table(['', 'ms', 'largest relative error'], calls),
    '',
    `In C++ (\`${flags}\`, ${machine.compiler}), memory in and out used before, two threads, ms:`,
    '',
    table(['', ...windows.map((size) => `window ${count(size)}`)], engine),
  ].join('\n');
}
