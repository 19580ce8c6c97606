import type { BatchSource } from './batch-source.js';

/** The parts of a source, pulled one after the other. A source that is left is closed. */
export async function* pullParts(
  source: BatchSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  let isAtEnd = false;
  const aborted = abortOf(signal);
  try {
    for (;;) {
      // A source that gives nothing, and never ends, would keep the call waiting.
      const { done, value } = await Promise.race([source.next(), aborted.promise]);
      if (done === true) break;
      yield value;
    }
    isAtEnd = true;
  } finally {
    aborted.forget();
    const closed = isAtEnd ? undefined : source.close(signal?.reason);
    if (signal?.aborted === true) closed?.catch(() => {});
    else await closed;
  }
}

/** Rejects when the signal does. */
function abortOf(signal: AbortSignal | undefined) {
  let stop = () => {};
  const promise = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
  promise.catch(() => {});
  return { promise, forget: () => signal?.removeEventListener('abort', stop) };
}
