// node environments.mjs <backend>
//
// Several worker threads and the main thread call transforms concurrently, each with its own limits, and all end normally.
import { once } from 'node:events';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { configure } from '@rowfuse/runtime';
import { check, maskEmail, people, redact, repeated } from './work.mjs';

const backend = isMainThread ? process.argv[2] : workerData.backend;

async function callAll(index) {
  configure({ threads: 1 + index, tileRows: 64 * (1 + index * 3) });
  for (let round = 0; round < 6; round += 1) {
    const rows = 1000 + index * 4001 + round;
    const email = repeated(index % 2 ? 'ada@example.com' : 'é@x.de', rows);
    const [shown, hidden, masked] = await Promise.all([
      redact(people(rows), { backend }),
      redact(people(rows, 'private'), { backend }),
      maskEmail({ email }, { backend }),
    ]);
    check(shown, rows);
    check(hidden, rows, 'X X');
    check(masked, rows, index % 2 ? 'a***@example.com' : 'é***@x.de');
    const wrong = await redact({ name: shown, visibility: repeated('x', 1) }, { backend }).catch(({ code }) => code);
    if (wrong !== 'SchemaError') throw new Error(`No error: ${wrong}`);
  }
}

if (isMainThread) {
  const workers = Array.from({ length: 4 }, (_, index) => {
    return new Worker(new URL(import.meta.url), { workerData: { backend, index } });
  });
  const ends = workers.map((worker) => once(worker, 'exit'));
  await callAll(4);
  const codes = await Promise.all(ends);
  console.log(`workers ended with ${codes.flat().join(', ')}`);
} else await callAll(workerData.index);
