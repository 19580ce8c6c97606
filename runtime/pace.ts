import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work between two turns of the event loop. */
const turnAfter = 8;
/** The most steps between two readings of the clock. A reading takes as long as a short step. */
const mostSteps = 16;
/** The most steps between two turns, however short they are. */
const mostStepsOfTurn = 8192;

/**
 * Tells long work on the JavaScript thread when the event loop should turn, so that timers and signals come in time. The clock is read
 * after each step of a millisecond, and after several shorter ones.
 */
export class Pace {
  #turnedAt = performance.now();
  #lookedAt = this.#turnedAt;
  #stride = 1;
  #untilLook = 1;
  #steps = 0;

  /** Called after each step. Returns true if the event loop should turn now. */
  isDue(): boolean {
    this.#steps += 1;
    this.#untilLook -= 1;
    return this.#steps >= mostStepsOfTurn ? this.#turn(performance.now()) : this.#untilLook <= 0 && this.#look();
  }

  #look(): boolean {
    const now = performance.now();
    this.#stride = now - this.#lookedAt > 1 ? 1 : Math.min(2 * this.#stride, mostSteps);
    this.#lookedAt = now;
    this.#untilLook = this.#stride;
    return now - this.#turnedAt >= turnAfter && this.#turn(now);
  }

  #turn(now: number): true {
    this.#turnedAt = now;
    this.#steps = 0;
    return true;
  }
}

/** Runs work that yields when the event loop should turn. The signal is checked after each turn. */
export async function inTurns<Result>(
  work: Generator<void, Result>,
  signal: AbortSignal | undefined,
  verify: () => void = () => {},
): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await setImmediate();
    signal?.throwIfAborted();
    verify();
  }
}

/** Runs work at once, without turns of the event loop. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
