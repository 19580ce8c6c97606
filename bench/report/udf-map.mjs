import { count, digits, table } from './format.mjs';

const VERSIONS = {
  transform: 'rowfuse, the call',
  kernel: 'rowfuse, its kernel alone',
  copy: 'copy of as many bytes',
};

/** The ways in which the test for membership is written in Python. */
const NUMBA_FORMS = { in: '`x in (…)`', chain: '`x == … or …`' };

/** `numba`: the same map as kernels written for Numba, if they were measured too. */
export function udfMapSection(results, numba) {
  const { machine, rows, runs, bytesRead, bytesWritten, versions, matches } = results;
  const rate = (us) => digits((bytesRead + bytesWritten) / (us * 1e3));
  const lines = versions.map(({ version, us, leastUs, roundsUs, rotatedUs }) => [
    VERSIONS[version] ?? version,
    digits(us),
    digits(leastUs),
    roundsUs.map(digits).join(' / '),
    digits(rotatedUs),
    rate(us),
    version === 'copy' ? '–' : matches ? 'identical' : '**different**',
  ]);
  for (const { form, us, leastUs, matches: correct } of numba?.forms ?? []) {
    // It writes one byte per row where Arrow has a bit.
    const bytes = bytesRead + rows;
    lines.push([
      `Numba kernel, ${NUMBA_FORMS[form]}, one byte per row`,
      digits(us),
      digits(leastUs),
      '–',
      '–',
      digits(bytes / (us * 1e3)),
      correct ? 'identical' : '**different**',
    ]);
  }
  return [
    `${machine.device}, driver ${machine.driver}, CUDA ${machine.cudaRuntime}; ${machine.date.slice(0, 10)}. ` +
      `${count(rows)} rows, ${digits((bytesRead + bytesWritten) / rows)} bytes per row; medians of ${2 * runs} runs in two rounds.`,
    '',
    table(['version', 'device time, µs', 'least', 'round 1 / 2', 'inputs in turn, µs', 'GB/s', 'output'], lines),
  ].join('\n');
}
