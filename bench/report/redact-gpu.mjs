import { count, digits, table, times } from './format.mjs';
import { gpuMachine } from './gpu-machine.mjs';

/** The benchmark's names of the versions. */
const names = {
  article: "the article's two-pass",
  rowfuse: 'rowfuse, one pass',
  'rowfuse, two passes': 'rowfuse, two passes',
};

export function redactGpuSection(results) {
  const copyRate = results.copy.gigabytesPerSecond;
  const rows = [];
  const phases = [];
  for (const { rows: size, bytes, bytesPerRow, copyMs, rotatedCopyMs, fitsL2, versions } of results.sizes) {
    const article = versions.find(({ version }) => version === 'article');
    for (const { version, ms: time, rotatedMs, roundsMs, kernelMs, phasesMs, matches } of versions) {
      const rate = bytes / (time * 1e6);
      rows.push([
        `${count(size)}${fitsL2 ? ' (fits the L2)' : ''}`,
        names[version],
        digits(time * 1000),
        roundsMs.map((each) => digits(each * 1000)).join(' / '),
        rotatedMs === undefined ? '–' : digits(rotatedMs * 1000),
        digits(rate),
        `${((100 * rate) / copyRate).toFixed(0)} %`,
        times(article.ms / time),
        kernelMs === undefined ? '–' : digits(kernelMs * 1000),
        kernelMs === undefined ? '–' : `${((100 * bytes) / (kernelMs * 1e6) / copyRate).toFixed(0)} %`,
        matches ? 'identical' : '**different**',
      ]);
      if (phasesMs !== undefined)
        phases.push([
          count(size),
          version,
          ...['sizes', 'scan', 'fill'].map((phase) => digits(phasesMs[phase] * 1000)),
        ]);
    }
    const copied = [digits(copyMs * 1000), '–', rotatedCopyMs === undefined ? '–' : digits(rotatedCopyMs * 1000)];
    rows.push([
      count(size),
      `copy of the same ${digits(bytes / 1e6)} MB (${digits(bytesPerRow)} per row)`,
      ...copied,
      digits(bytes / (copyMs * 1e6)),
      `${((100 * bytes) / (copyMs * 1e6) / copyRate).toFixed(0)} %`,
      times(article.ms / copyMs),
      '–',
      '–',
      '–',
    ]);
  }
  return [
    `${gpuMachine(results)} Medians of ${2 * results.runs} runs in two rounds.`,
    '',
    table(
      [
        'rows',
        'version',
        'µs',
        'round 1 / 2',
        'inputs in turn, µs',
        'GB/s',
        'of the copy',
        "article's time over it",
        'its one kernel, µs',
        'of the copy',
        'output',
      ],
      rows,
    ),
    '',
    'The phases, in runs of their own:',
    '',
    table(['rows', 'version', 'sizes, µs', 'scan, µs', 'fill, µs'], phases),
  ].join('\n');
}
