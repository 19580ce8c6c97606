/** A thread of the host's copy. In each round it waits for the others, copies, and records its start and end. */
import { parentPort, workerData } from 'node:worker_threads';

interface Order {
  /** Two counters: the number of threads that have arrived, and the number of the round. */
  readonly barrier: SharedArrayBuffer;
  readonly threads: number;
  readonly bytes: number;
  readonly rounds: number;
}

const { barrier, threads, bytes, rounds }: Order = workerData;
const counters = new Int32Array(barrier);
const arrived = 0;
const generation = 1;
const from = new Uint8Array(bytes).fill(1);

const to = new Uint8Array(bytes).fill(2);

// Both are filled, so that the copy touches no new page.

function meet(): void {
  const current = Atomics.load(counters, generation);
  if (Atomics.add(counters, arrived, 1) + 1 < threads) {
    Atomics.wait(counters, generation, current);
    return;
  }
  Atomics.store(counters, arrived, 0);
  Atomics.add(counters, generation, 1);
  Atomics.notify(counters, generation);
}

const now = (): number => performance.timeOrigin + performance.now();
const spans: [number, number][] = [];

for (let round = 0; round < rounds; round += 1) {
  meet();
  const start = now();
  to.set(from);
  spans.push([start, now()]);
}

parentPort?.postMessage(spans);
