import { count, digits, table } from './format.mjs';
import { gpuMachine } from './gpu-machine.mjs';

const VERSIONS = { rowfuse: 'rowfuse', 'by hand': 'kernel by hand', copy: 'copy of the same bytes' };

export function upperCaseSection(results) {
  const copyRate = results.copy.gigabytesPerSecond;
  const rows = results.sizes.flatMap(({ rows: size, bytes, fitsL2, versions }) =>
    versions.map(({ version, ms, roundsMs, matches }) => {
      const rate = bytes / (ms * 1e6);
      return [
        `${count(size)}${fitsL2 ? ' (fits the L2)' : ''}`,
        VERSIONS[version],
        digits(ms * 1000),
        roundsMs.map((each) => digits(each * 1000)).join(' / '),
        digits(rate),
        `${((100 * rate) / copyRate).toFixed(0)} %`,
        version === 'copy' ? '–' : matches ? 'identical' : '**different**',
      ];
    }),
  );
  return [
    `${gpuMachine(results)} Medians of ${2 * results.runs} runs in two rounds.`,
    '',
    table(['rows', 'version', 'device time, µs', 'round 1 / 2', 'GB/s', 'of the copy', 'output'], rows),
  ].join('\n');
}
