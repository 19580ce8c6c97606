import os from 'node:os';
import { Worker } from 'node:worker_threads';

export interface HostCopy {
  readonly threads: number;
  /** Bytes read and written per second, over all threads, in units of 10^9. */
  readonly gigabytesPerSecond: number;
}

/** The bytes that each thread reads and writes, which exceed every cache by far. */
const bytesPerThread = 2 ** 26;
const rounds = 7;

/** Measures the rate of plain copies with one thread per core. It is the ceiling for a backend that works in memory. */
export async function measureHostCopy(): Promise<HostCopy> {
  const threads = os.availableParallelism();
  const file = new URL('./host-copy-thread.js', import.meta.url);
  const barrier = new SharedArrayBuffer(8);
  const spans = await Promise.all(
    Array.from({ length: threads }, () => {
      const worker = new Worker(file, { workerData: { barrier, threads, bytes: bytesPerThread, rounds } });
      return new Promise<readonly (readonly [number, number])[]>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
    }),
  );
  const seconds = Array.from({ length: rounds }, (_, round) => {
    const own = spans.map((span) => span[round] ?? [0, 0]);
    return (Math.max(...own.map(([, end]) => end)) - Math.min(...own.map(([start]) => start))) / 1000;
  });
  const least = Math.min(...seconds);
  return { threads, gigabytesPerSecond: (2 * bytesPerThread * threads) / least / 1e9 };
}
