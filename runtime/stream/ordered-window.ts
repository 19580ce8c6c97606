import { setMaxListeners } from 'node:events';
import type { BatchSource } from './batch-source.js';

/** The source, the limits and the work of a window. */
export interface WindowOptions<Out> {
  readonly source: BatchSource;
  /** The most batches that are pulled and whose results have not been taken. */
  readonly inFlight: number;
  readonly signal: AbortSignal | undefined;
  /** Starts the work of one batch, in the source's order. It must settle soon after the signal is aborted. */
  readonly start: (batch: unknown, signal: AbortSignal) => Promise<readonly Out[]>;
}

const ended = { done: true, value: undefined } as const;

/**
 * Results in the order of the source, with several batches in flight. A batch is pulled whenever the window has room for it, even while the
 * consumer is busy. The window may end with the source, an error, the signal, or a consumer that returns. In each case all work has settled
 * and the source is closed before the consumer is told.
 */
export class OrderedWindow<Out> implements AsyncIterableIterator<Out, undefined> {
  readonly #options: WindowOptions<Out>;
  readonly #stop = new AbortController();
  /** The work of the batches that were pulled, oldest first. */
  readonly #calls: Promise<readonly Out[]>[] = [];
  /** The rest of the oldest result. */
  #ready: Out[] = [];
  #pulling = false;
  /** True once the source has ended. */
  #exhausted = false;
  /** True once a call has failed. Results before it are still delivered, but nothing more is pulled. */
  #failed = false;
  #ending: Promise<void> | undefined;
  /** The signal's reason, until the consumer has been told. */
  #aborted: { readonly reason: unknown } | undefined;
  /** Serializes calls of `next`. */
  #turn: Promise<unknown> = Promise.resolve();
  #wake: () => void = () => {};

  constructor(options: WindowOptions<Out>) {
    this.#options = options;
    // Every call in flight listens. Node reports a leak for more than ten listeners.
    setMaxListeners(0, this.#stop.signal);
    options.signal?.addEventListener('abort', this.#abort, { once: true });
    if (options.signal?.aborted === true) this.#abort();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Out, undefined>> {
    const step = this.#turn.then(() => this.#step());
    this.#turn = step.catch(() => {});
    return step;
  }

  /** Stops everything, even while a `next` is waiting, which then reports the end. */
  async return(): Promise<IteratorResult<Out, undefined>> {
    await this.#end();
    return ended;
  }

  readonly #abort = () => {
    this.#aborted = { reason: this.#options.signal?.reason };
    // The consumer gets the signal's reason, whatever closing the source gives.
    this.#end().catch(() => {});
  };

  async #step(): Promise<IteratorResult<Out, undefined>> {
    for (;;) {
      if (this.#ending !== undefined) return await this.#afterEnd();
      const [value] = this.#ready.splice(0, 1);
      if (value !== undefined) {
        if (this.#ready.length === 0) this.#taken();
        return { done: false, value };
      }
      this.#pull();
      const oldest = this.#calls[0];
      try {
        if (oldest !== undefined) {
          this.#ready = [...(await oldest)];
          if (this.#ready.length === 0) this.#taken();
        } else if (this.#exhausted) await this.#end();
        else {
          await new Promise<void>((wake) => {
            this.#wake = wake;
          });
        }
      } catch (error) {
        if (this.#ending !== undefined) continue;
        await this.#end().catch(() => {});
        throw error;
      }
    }
  }

  async #afterEnd(): Promise<IteratorResult<Out, undefined>> {
    await this.#ending?.catch(() => {});
    const aborted = this.#aborted;
    this.#aborted = undefined;
    if (aborted !== undefined) throw aborted.reason;
    return ended;
  }

  /** Drops the oldest batch, which makes room for another one. */
  #taken(): void {
    this.#calls.shift();
    this.#pull();
  }

  #pull(): void {
    const { source, inFlight } = this.#options;
    const isOver = this.#exhausted || this.#failed || this.#ending !== undefined;
    if (this.#pulling || isOver || this.#calls.length >= inFlight) return;
    this.#pulling = true;
    source.next().then(
      ({ done, value }) => {
        this.#pulling = false;
        if (done === true) this.#exhausted = true;
        else if (this.#ending === undefined) this.#start(value);
        this.#wake();
        this.#pull();
      },
      (error: unknown) => {
        this.#pulling = false;
        this.#exhausted = true;
        // The error takes its place after the results of earlier batches.
        this.#add(Promise.reject(error));
        this.#wake();
      },
    );
  }

  #start(batch: unknown): void {
    this.#add(this.#options.start(batch, this.#stop.signal));
  }

  #add(call: Promise<readonly Out[]>): void {
    this.#calls.push(call);
    call.catch(() => {
      this.#failed = true;
    });
  }

  #end(): Promise<void> {
    this.#ending ??= this.#stopAll();
    return this.#ending;
  }

  async #stopAll(): Promise<void> {
    const { source, signal } = this.#options;
    signal?.removeEventListener('abort', this.#abort);
    this.#stop.abort(signal?.reason);
    this.#ready = [];
    this.#wake();
    const closing = this.#exhausted ? undefined : source.close(signal?.reason);
    // A busy source reacts only when its pull ends, which may take forever.
    if (this.#pulling) closing?.catch(() => {});
    const [closed] = await Promise.allSettled([this.#pulling ? undefined : closing, ...this.#calls]);
    this.#calls.length = 0;
    if (closed.status === 'rejected') throw closed.reason;
  }
}
