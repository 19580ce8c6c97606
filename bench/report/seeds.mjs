import { median } from '../statistics.mjs';
import { ARTICLE_VERSIONS } from './article.mjs';
import { count, digits, table, times } from './format.mjs';

/** The versions of the string article with a memory pool, by the number of rows. */
export function seedStrings({ machine, sizes }) {
  const [small, , large] = sizes;
  const timeOf = (size, name) =>
    size.versions.find(({ version, memory }) => version === name && memory === 'pool')?.deviceMs;
  const lines = Object.entries(ARTICLE_VERSIONS).map(([version, name]) => [
    name,
    ...[small, large].map((size) => digits(timeOf(size, version) * 1000)),
    times(timeOf(large, version) / timeOf(large, 'rowfuse')),
  ]);
  return [
    `${machine.device}, driver ${machine.driver}, CUDA ${machine.cudaRuntime}; ${machine.date.slice(0, 10)}. Device time, data resident, memory from a pool.`,
    '',
    table(
      ['version', ...[small, large].map(({ rows }) => `${count(rows)} rows, µs`), 'over rowfuse at the larger size'],
      lines,
    ),
  ].join('\n');
}

const WINDOWS = [
  ['numba: one thread per window', 'Numba: one thread per window'],
  ['numba: shared memory', 'Numba: elements in shared memory'],
  ['numba: shared memory, 9 outputs per thread', 'Numba: shared memory, nine outputs per thread'],
  ['cupy: difference of running totals', 'CuPy: difference of running totals'],
  ['rowfuse mean', 'rowfuse, `movingMean`'],
  ['rowfuse loop', 'rowfuse, `movingMeanByLoop`'],
];

/** Moving averages of the largest column that was measured, over windows of 64 and 3000 rows. */
export function seedWindows({ machine, sizes }, numba) {
  const size = sizes.at(-1);
  const inPython = numba?.sizes.find(({ rows }) => rows === size.rows);
  const found = (window, name) =>
    [size, inPython]
      .flatMap((each) => each?.windows.find((other) => other.window === window)?.versions ?? [])
      .find(({ version }) => version === name);
  const lines = WINDOWS.map(([version, name]) => {
    const { largestRelativeError, error } = found(3000, version) ?? {};
    return [
      name,
      digits(found(64, version)?.ms),
      digits(found(3000, version)?.ms),
      (largestRelativeError ?? error)?.toExponential(1) ?? '–',
    ];
  });
  return [
    `${machine.device}, driver ${machine.driver}, CUDA ${machine.cudaRuntime}; ${machine.date.slice(0, 10)}. ${count(size.rows)} doubles, ` +
      `resident; a copy of them takes ${digits(size.copyMs)} ms.`,
    '',
    table(['', 'window 64, ms', 'window 3,000, ms', 'relative error at 3,000'], lines),
  ].join('\n');
}

/** The map of a column to a bit, beside the two ways to write its test for Numba. */
export function seedMap({ machine, rows, versions }, numba) {
  const call = versions.find(({ version }) => version === 'transform').us;
  const copy = versions.find(({ version }) => version === 'copy').us;
  const form = (name) => numba?.forms?.find((one) => one.form === name)?.us;
  const lines = [
    ['Numba, `x in (…)`', form('in')],
    ['Numba, `x == … or …`', form('chain')],
    ['rowfuse', call],
    ['copy of as many bytes', copy],
  ].map(([name, us]) => [name, digits(us), times(us / call)]);
  return [
    `${machine.device}, driver ${machine.driver}, CUDA ${machine.cudaRuntime}; ${machine.date.slice(0, 10)}. ${count(rows)} rows, resident.`,
    '',
    table(['', 'device time, µs', 'over rowfuse'], lines),
  ].join('\n');
}

/** The challenge from the file to the text, with a GPU and without one. */
export function seedBillion(gpu, cpu) {
  const onGpu = [
    ['by hand', 'CUDA by hand, its stations given'],
    ['cpu', 'rowfuse, `cpu`, all cores'],
    ['cuda', 'rowfuse, `cuda`'],
  ].map(([backend, name]) => [
    name,
    ...[413, 10_000].map((wanted) => {
      const found = gpu.results.find((one) => one.stations === wanted && one.backend === backend);
      return found?.same === true ? digits(median(found.ms) / 1000) : '–';
    }),
  ]);
  const onCpu = [
    ['readline', 'JavaScript, a loop over lines'],
    ['duckdb', 'DuckDB, `read_csv`'],
    ['javascript-workers', 'JavaScript over bytes, two workers'],
    ['cpp', 'hand-written C++, which trusts the file'],
    ['rowfuse', 'rowfuse, `cpu`'],
  ].map(([contestant, name]) => [
    name,
    ...[413, 10_000].map((wanted) =>
      digits(
        cpu.results.find((one) => one.stations === wanted && one.contestant === contestant && one.same !== false)
          ?.seconds.median,
      ),
    ),
  ]);
  const head = ['', '413 stations, s', '10,000 stations, s'];
  return [
    `${gpu.machine.device}, ${gpu.machine.cpu}, ${gpu.machine.cores} cores; ${gpu.machine.date.slice(0, 10)}. 10⁹ lines, from the page cache to the table of stations:`,
    '',
    table(head, onGpu),
    '',
    `${cpu.machine.cpu}, ${cpu.machine.cores} cores; ${cpu.machine.date.slice(0, 10)}. ${count(cpu.rows)} lines, two threads but for the loop:`,
    '',
    table(head, onCpu),
  ].join('\n');
}
