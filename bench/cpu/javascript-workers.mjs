// Two worker threads run the code of javascript-bytes.mjs. Each takes half of the rows of shared input buffers and returns its half as
// a chunk, so nothing is copied and no thread waits for another's size.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ColumnChecksum } from '../data/checksum.mjs';
import { bound, redactBytes } from './javascript-bytes.mjs';

if (!isMainThread && workerData?.redact !== undefined) {
  const { table, from, to } = workerData.redact;
  parentPort.on('message', () => {
    const offsets = new Int32Array(to - from + 1);
    const data = new Uint8Array(bound(table, from, to));
    const bytes = redactBytes(table, from, to, offsets, data);
    parentPort.postMessage({ offsets, data, bytes }, [offsets.buffer, data.buffer]);
  });
}

/** The table must be in shared memory. */
export const shared = true;

export function prepare(table) {
  const { rows } = table;
  const threads = 2;
  const workers = Array.from({ length: threads }, (_, part) => {
    const from = Math.floor((rows * part) / threads);
    const to = Math.floor((rows * (part + 1)) / threads);
    return new Worker(new URL(import.meta.url), { workerData: { redact: { table, from, to } } });
  });
  const half = async (worker) => {
    worker.postMessage('go');
    const [chunk] = await once(worker, 'message'); // rejects when the worker fails
    return chunk;
  };
  const run = () => Promise.all(workers.map(half));
  const checksum = (chunks) => {
    const sum = new ColumnChecksum();
    for (const { offsets, data } of chunks) sum.add(offsets, data, offsets.length - 1);
    return sum.toString();
  };
  const counts = 'Arrow buffers in, two Arrow chunks out; the workers run already';
  return {
    versions: [{ version: 'two workers', memory: 'fresh', threads, counts, run, checksum }],
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  };
}
