import { ms, table } from './format.mjs';

export function buildTimesSection({ buildTimes }) {
  if (buildTimes === undefined) return 'Not measured yet: `npm run bench`.';
  if (buildTimes.skipped ?? buildTimes.failed) return `Not measured: ${buildTimes.skipped ?? buildTimes.failed}`;
  const seconds = (milliseconds) => (milliseconds === undefined ? '–' : (milliseconds / 1000).toFixed(1));
  const rows = Object.entries(buildTimes.transforms).map(([name, { module, emittedBytes, codegen, rows, binding }]) => [
    `${name} (\`${module}\`)`,
    (emittedBytes / 1000).toFixed(1),
    ms(codegen / 1000),
    seconds(rows),
    seconds(binding),
  ]);
  return [
    `${buildTimes.compiler}, all of them ${seconds(buildTimes.build)} s with what they share:`,
    '',
    table(['transform', 'C++ of its rows, kB', 'TypeScript to C++, ms', 'C++ compiler: rows, s', 'binding, s'], rows),
  ].join('\n');
}
