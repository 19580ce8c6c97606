import { median } from '../statistics.mjs';
import { count, digits, table } from './format.mjs';

const shown = { cuda: 'cuda', cpu: 'cpu, all cores', 'by hand': 'kernel by hand, its stations given' };

export function oneBillionRowsGpuSection({ machine, results }) {
  const lines = results.map(({ stations, bytes, backend, firstMs, ms, same }) => [
    `${count(stations)} stations, ${shown[backend]}`,
    count(bytes),
    same ? digits(median(ms)) : 'another result',
    digits(Math.min(...ms)),
    digits(firstMs),
    digits(bytes / median(ms) / 1e6),
  ]);
  return [
    `${machine.device}, driver ${machine.driver}; ${machine.cpu}, ${machine.cores} cores; ${machine.date.slice(0, 10)}.`,
    '',
    table(['', 'bytes', 'call, ms', 'least, ms', 'first call, ms', 'GB/s'], lines),
  ].join('\n');
}
