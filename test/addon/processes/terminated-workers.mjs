// node terminated-workers.mjs <backend> <workers>
//
// Terminates workers in the midst of their calls, while the main thread goes on calling.
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, threadId, Worker, workerData } from 'node:worker_threads';
import { configure } from 'rowfuse/runtime';
import { check, people, redact } from './work.mjs';

if (isMainThread) {
  const [backend, count] = process.argv.slice(2);
  const input = people(5000);
  let terminated = 0;
  const terminateAll = async () => {
    while (terminated < Number(count)) {
      const number = terminated++;
      const worker = new Worker(new URL(import.meta.url), { workerData: backend });
      await once(worker, 'message');
      // From at once, within the first pass, to a few calls later.
      await setTimeout((number * 7) % 40);
      await worker.terminate();
      check(await redact(input, { backend }), 5000);
    }
  };
  await Promise.all([terminateAll(), terminateAll()]);
  for (let call = 0; call < 5; call += 1) check(await redact(input, { backend }), 5000);
  console.log(`terminated ${terminated}`);
} else {
  configure({ tileRows: 64, threads: 3 });
  const forever = async (input) => {
    for (;;) await redact(input, { backend: workerData });
  };
  const large = people(400_000);
  // One worker in two ends within results of a few bytes, which are copied; the memory of large ones is handed over.
  const inputs = threadId % 2 === 0 ? [large, large, large] : [people(1), people(1), people(1)];
  const calls = inputs.map(forever);
  parentPort.postMessage('calling');
  await Promise.all(calls);
}
