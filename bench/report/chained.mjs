import { count, digits, ms, table } from './format.mjs';

export function chainedSection({ machine, backend, sizes }) {
  const us = ({ median }) => digits(median * 1e6);
  const rows = sizes.map(({ rows: size, matches, transferredBytes, redact, upperCase, chain }) => [
    count(size),
    us(redact.device),
    us(upperCase.device),
    us(chain.device),
    ms(chain.wall.median),
    count(transferredBytes),
    matches ? 'identical' : '**different**',
  ]);
  return [
    `${backend.reason}; Node ${machine.node}; ${machine.date.slice(0, 10)}; medians of ${sizes[0].chain.device.runs} runs.`,
    '',
    table(
      [
        'rows',
        'redact alone, µs',
        'upperCase alone, µs',
        'both in a chain, µs',
        'the chain for its caller, ms',
        'bytes copied to or from the host',
        'output',
      ],
      rows,
    ),
  ].join('\n');
}
