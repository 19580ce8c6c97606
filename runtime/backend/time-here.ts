import { setImmediate } from 'node:timers';

/** The most microseconds for which one native pass uses the JavaScript thread. */
const mostOfPass = 500;
/** Milliseconds after which the event loop should turn, as it does under the js backend. */
const turnAfter = 8;

let begun: number | undefined;

/**
 * Returns the microseconds for which the next native pass may use this thread. It is 0 if the event loop has not turned for some time: other
 * threads then run the pass, so that the loop turns before the pass settles. A program that awaits one short call after the other would
 * otherwise keep timers and input waiting.
 */
export function timeHere(): number {
  const now = performance.now();
  if (begun === undefined) {
    begun = now;
    setImmediate(() => {
      begun = undefined;
    });
  }
  return now - begun < turnAfter ? mostOfPass : 0;
}
