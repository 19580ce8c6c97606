import { Worker } from 'node:worker_threads';

/** A pattern and the texts that it is matched with. */
export interface Case {
  readonly source: string;
  readonly flags: string;
  readonly texts: readonly string[];
}

/** For each match the first and the last place of each group, or -1; null if V8 took too long. */
export type Matches = readonly number[] | null;

/** V8 in a worker, which is ended if one text takes longer than the limit, in milliseconds. */
export class V8 {
  private worker: Worker | undefined;
  private readonly progress = new Int32Array(new SharedArrayBuffer(8));

  constructor(private readonly limit: number) {}

  async matches(subject: Case): Promise<readonly Matches[]> {
    const skipped: number[] = [];
    for (;;) {
      const matches = await this.ask({ ...subject, skipped });
      if (matches !== undefined) return matches;
      skipped.push(this.progress[1] ?? 0);
      await this.end();
    }
  }

  async end(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  /** Returns the worker's answer, or undefined once it has been at the same text for the time limit. */
  private ask(request: Case & { readonly skipped: readonly number[] }): Promise<readonly Matches[] | undefined> {
    this.worker ??= new Worker(new URL('./v8-worker.mjs', import.meta.url), {
      workerData: { progress: this.progress },
    });
    const { worker, progress } = this;
    return new Promise((resolve) => {
      const finish = (answer: readonly Matches[] | undefined) => {
        clearInterval(timer);
        worker.off('message', finish);
        resolve(answer);
      };
      let seen = -1;
      const timer = setInterval(() => {
        const now = progress[0] ?? 0;
        if (now === seen) finish(undefined);
        seen = now;
      }, this.limit);
      worker.once('message', finish);
      worker.postMessage(request);
    });
  }
}
