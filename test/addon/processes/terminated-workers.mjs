// node terminated-workers.mjs <backend> <workers> [<seed> [<kind>...]]
//
// Terminates workers at random moments of their start and of their calls, while the main thread continues to call. The calls are of the
// named kinds, or of every kind.
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { configure } from '@rowfuse/runtime';

/** One worker in four is terminated while it starts: it loads modules and the addon, and makes its input. */
const oneInStarts = 4;
const longestStart = 400;
/** The moment lies between the start of the first pass and a few calls later. */
const longestWait = 40;

async function main(backend, count, seed, named) {
  const { check, people, redact } = await import('./work.mjs');
  const { kindsOfCalls } = await import('./kinds-of-calls.mjs');
  const kinds = named.length > 0 ? named : Object.keys(kindsOfCalls);
  const random = numbers(seed);
  const input = people(5000);
  let terminated = 0;
  const terminateAll = async () => {
    while (terminated < count) {
      const number = terminated++;
      const worker = new Worker(new URL(import.meta.url), {
        workerData: { backend, kind: kinds[number % kinds.length] },
      });
      const calls = once(worker, 'message');
      if (Math.floor(number / kinds.length) % oneInStarts === 1) {
        calls.catch(() => {}); // of a worker that ends before it calls
        await setTimeout(random(longestStart));
      } else {
        await calls;
        await setTimeout(random(longestWait));
      }
      await worker.terminate();
      check(await redact(input, { backend }), 5000);
    }
  };
  await Promise.all([terminateAll(), terminateAll()]);
  for (let call = 0; call < 5; call += 1) check(await redact(input, { backend }), 5000);
  console.log(`terminated ${terminated}`);
}

async function callForEver({ backend, kind }) {
  configure({ tileRows: 64, threads: 3 });
  const { kindsOfCalls } = await import('./kinds-of-calls.mjs');
  const call = await kindsOfCalls[kind](backend);
  const again = async () => {
    for (;;) await call().catch(() => {}); // a call may fail, and the next one follows
  };
  const calls = [again(), again(), again()];
  parentPort.postMessage('calling');
  await Promise.all(calls);
}

/** Numbers that look random but are the same for a seed. */
function numbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

if (isMainThread) {
  const [backend, count, seed = '1', ...named] = process.argv.slice(2);
  await main(backend, Number(count), Number(seed), named);
} else await callForEver(workerData);
