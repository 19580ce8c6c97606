import { count, ms, table } from './format.mjs';

export function endToEndSection(results, gpu) {
  const backends = [...new Set(results.sizes.flatMap(({ results: each }) => each.map(({ backend }) => backend)))];
  const device = (rows) =>
    gpu?.sizes.find((size) => size.rows === rows)?.versions.find(({ version }) => version === 'rowfuse, two passes')
      ?.ms;
  const rows = results.sizes.map(({ rows: size, results: each }) => {
    const of = (name) => each.find(({ backend }) => backend === name)?.time.median;
    const share = device(size) / 1000 / of('cuda');
    return [
      count(size),
      ...backends.map((name) => ms(of(name))),
      Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–',
    ];
  });
  const cold = Object.entries(results.cold).map(([backend, call]) =>
    call.failed === undefined
      ? [backend, ms(call.import), ms(call.first), ms(call.second), ms(call.firstLarge), ms(call.secondLarge)]
      : [backend, 'failed', '–', '–', '–', '–'],
  );
  return [
    `${results.machine.cpu}, ${results.machine.cores} cores, Node ${results.machine.node}; ${results.machine.date.slice(0, 10)}`,
    '',
    table(['rows', ...backends.map((name) => `${name}, ms`), 'kernels in cuda'], rows),
    '',
    'In a fresh process:',
    '',
    table(
      [
        'backend',
        'import, ms',
        'first call (1,000 rows), ms',
        'second, ms',
        'first of 10,000,000 rows, ms',
        'second, ms',
      ],
      cold,
    ),
  ].join('\n');
}
