import { count, digits, table, times } from './format.mjs';
import { gpuMachine } from './gpu-machine.mjs';

export const ARTICLE_VERSIONS = {
  general: 'general API',
  'kernel malloc': 'malloc in the kernel',
  preallocated: 'preallocated',
  'two-pass': 'optimized two-pass',
  rowfuse: 'rowfuse, one pass',
};
const POOL = { direct: 'no', pool: 'yes' };

/** The baseline of speed-ups: the general API without a pool. */
export const baseline = ({ versions }) =>
  versions.find(({ version, memory }) => version === 'general' && memory === 'direct');

/** Returns as many decimals as usual, or one digit of a value that would be zero. */
const fixed = (value, decimals) => {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? String(Number(value.toPrecision(1))) : text;
};
const percent = (share) => `${fixed(100 * share, 0)} %`;
const speedUp = (ratio) => `${fixed(ratio, 2)}×`;

function timeRows(size, copyRate) {
  const { rows, bytes, copyMs, versions } = size;
  const figures = (ms) => {
    const rate = bytes / (ms * 1e6);
    return [digits(rate), percent(rate / copyRate), speedUp(baseline(size).deviceMs / ms)];
  };
  return [
    ...versions.map(({ version, memory, skipped, deviceMs, wallMs, runs, matches }) => [
      count(rows),
      ARTICLE_VERSIONS[version],
      POOL[memory],
      ...(skipped === undefined
        ? [
            digits(deviceMs * 1000),
            digits(wallMs * 1000),
            runs,
            ...figures(deviceMs),
            matches ? 'identical' : '**different**',
          ]
        : [skipped, ...Array(6).fill('–')]),
    ]),
    [count(rows), 'copy of the same bytes', '–', digits(copyMs * 1000), '–', '–', ...figures(copyMs), '–'],
  ];
}

/** The article's table: one row per version, one column per size. */
function overviewTable({ sizes, copy }) {
  const size = largestWhole({ sizes });
  const last = count(size.rows);
  const shares = (ms) => [
    speedUp(baseline(size).deviceMs / ms),
    percent(size.bytes / (ms * 1e6) / copy.gigabytesPerSecond),
  ];
  const lines = size.versions.map(({ version, memory, deviceMs }) => {
    const at = ({ versions }) => versions.find((each) => each.version === version && each.memory === memory);
    const times = sizes.map((each) => digits(at(each)?.deviceMs * 1000));
    return [ARTICLE_VERSIONS[version], POOL[memory], ...times, ...shares(deviceMs)];
  });
  const copied = sizes.map(({ copyMs }) => digits(copyMs * 1000));
  return table(
    [
      'version',
      'pool',
      ...sizes.map(({ rows }) => `${count(rows)} rows, µs`),
      `over the general API at ${last}`,
      'of the copy there',
    ],
    [...lines, ['copy of the same bytes', '–', ...copied, ...shares(size.copyMs)]],
  );
}

/** The largest size at which every version was run. */
const largestWhole = ({ sizes }) =>
  sizes.findLast(({ versions }) => versions.every(({ skipped }) => skipped === undefined)) ?? sizes.at(-1);

/** Kernels and bytes of each version, at the size whose device memory was counted. */
function workRows(results, traffic) {
  const size = results.sizes.find(({ rows }) => rows === traffic?.rows) ?? largestWhole(results);
  const pooled = size.versions.filter(({ memory, skipped }) => memory === 'pool' && skipped === undefined);
  return pooled.map(({ version, kernels, kernelBytes }) => {
    const counted = traffic?.versions.find((each) => each.version === version)?.deviceBytes;
    return [ARTICLE_VERSIONS[version], kernels, times(kernelBytes / size.bytes), times(counted / size.bytes)];
  });
}

export function articleSection(results, traffic) {
  const heap =
    `The heap of the device, for \`malloc\` in the kernel, had ${count(Math.round(results.heapMiB))} MiB` +
    `${results.rowsWithoutHeap === 0 ? '' : ` and was too small for ${count(results.rowsWithoutHeap)} rows`}.`;
  const counters =
    traffic === undefined
      ? ''
      : ` Device memory: hardware counters over one run of ${count(traffic.rows)} rows, ${traffic.tool}, ` +
        `${traffic.machine.device}, ${traffic.machine.date.slice(0, 10)}.`;
  return [
    gpuMachine(results),
    '',
    overviewTable(results),
    '',
    '<details><summary>All figures</summary>',
    '',
    table(
      [
        'rows',
        'version',
        'pool',
        'device time, µs',
        'wall time, µs',
        'runs',
        'GB/s',
        'of the copy',
        'over the general API',
        'output',
      ],
      results.sizes.flatMap((size) => timeRows(size, results.copy.gigabytesPerSecond)),
    ),
    '',
    '</details>',
    '',
    table(
      ['version', 'kernels', 'bytes its kernels move', 'bytes that device memory moves'],
      workRows(results, traffic),
    ),
    '',
    heap + counters,
  ].join('\n');
}
