import { ms, table } from './format.mjs';

export function coldStartSection({ coldStart }) {
  if (coldStart === undefined) return 'Not measured.';
  if (coldStart.skipped ?? coldStart.failed) return `Not measured: ${coldStart.skipped ?? coldStart.failed}`;
  const calls = Object.entries(coldStart.firstCall).map(([backend, call]) => [
    backend,
    ms(call.import),
    ms(call.first),
    ms(call.second),
    ms(call.firstLarge),
    ms(call.secondLarge),
  ]);
  const builds = Object.entries(coldStart.builds).map(([name, { first, again }]) => [
    name,
    first.toFixed(1),
    again.toFixed(1),
  ]);
  return [
    '`rowfuse build examples/redact.ts`, the whole command:',
    '',
    table(['compiled for', 'into an empty folder, s', 'again, nothing changed, s'], builds),
    '',
    'Calls in a fresh process:',
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
      calls,
    ),
  ].join('\n');
}
