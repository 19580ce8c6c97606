import type { BatchSource } from './batch-source.js';

/** Pulls the parts of a source one by one. The source is closed if the reader stops early. */
export async function* pullParts(
  source: BatchSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  let isAtEnd = false;
  const aborted = abortOf(signal);
  try {
    for (;;) {
      // Without the race, a source that neither gives a part nor ends would block the call.
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

/** Returns a promise that rejects when the signal is aborted. */
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
