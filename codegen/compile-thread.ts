import { Worker } from 'node:worker_threads';
import type { Compilation, CompileOptions } from './compile.js';

/** Compiles as `compile` does, on a thread of its own: meanwhile this one can start compilers and read what they print. */
export function compileInThread(options: CompileOptions): Promise<Compilation> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./compile-worker.js', import.meta.url), { workerData: options });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (status) => reject(new Error(`The thread of the compiler ended with status ${status}.`)));
  });
}
