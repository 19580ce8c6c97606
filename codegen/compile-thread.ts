import { Worker } from 'node:worker_threads';
import type { Compilation, CompileOptions } from './compile.js';

/** Runs `compile` on a thread of its own. Meanwhile this thread can start compilers and read their output. */
export function compileInThread(options: CompileOptions): Promise<Compilation> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./compile-worker.js', import.meta.url), { workerData: options });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (status) => reject(new Error(`The thread of the compiler ended with status ${status}.`)));
  });
}
