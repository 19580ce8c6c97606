import { digits, table, times } from './format.mjs';

/** The ways of bench/cuda/managed_memory.cu, in its order, as the table names them. */
const WAYS = {
  'staged copies': 'staged copies, as the engine makes them',
  'copies by the driver': '`cudaMemcpyAsync` of pageable memory',
  'managed, pages move on a fault': 'managed memory, filled by a copy; pages move on a fault',
  'managed, prefetched': 'managed memory, filled by a copy; prefetched',
  'managed, pages move on a fault, data there already':
    'managed memory that holds the data already; pages move on a fault',
  'managed, prefetched, data there already': 'managed memory that holds the data already; prefetched',
};

export function managedMemorySection({ machine, runs, threads, bytesIn, bytesOut, ways }) {
  const [{ ms: staged }] = ways;
  const megabytes = (bytes) => digits(bytes / 1e6);
  return [
    `${machine.device}, driver ${machine.driver}, CUDA ${machine.cudaRuntime}; ${machine.hostThreads} cores; ${machine.date.slice(0, 10)}. ` +
      `${megabytes(bytesIn)} MB in, ${megabytes(bytesOut)} MB out; ${threads} host threads; medians of ${runs} runs.`,
    '',
    table(
      ['way', 'wall time, ms', 'least', 'over staged copies', 'output'],
      ways.map(({ way, ms, leastMs, matches }) => [
        WAYS[way],
        digits(ms),
        digits(leastMs),
        times(ms / staged),
        matches ? 'identical' : '**different**',
      ]),
    ),
  ].join('\n');
}
