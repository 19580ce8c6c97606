import os from 'node:os';
import { Worker } from 'node:worker_threads';

export interface HostCopy {
  readonly threads: number;
  /** Bytes read and written a second, over all threads. */
  readonly gigabytesPerSecond: number;
}

/** Bytes that each thread reads, and again writes: far more than any cache holds. */
const bytesPerThread = 2 ** 26;
const rounds = 7;

/** What plain copies reach on this machine with one thread a core: the ceiling for what a backend can do in memory. */
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
