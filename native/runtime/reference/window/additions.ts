import { Blocks } from './blocks.js';

/**
 * The sum of a loop over a window, in the order of `sum()`. The loop's steps are taken one by one, each from a sum of -0, to which
 * adding changes nothing: what a step leaves is what it adds.
 */
export class Additions {
  readonly #begin: number;
  readonly #added: number[] = [];
  #start: number | undefined;

  /** @param begin where the window begins in its partition */
  constructor(begin: number) {
    this.#begin = begin;
  }

  /** Takes what the step before has left, or, before the first one, what the loop begins with. */
  step(sum: number): number {
    if (this.#start === undefined) this.#start = sum;
    else this.#added.push(sum);
    return -0;
  }

  /** What the loop began with, and all that its steps have added. */
  total(last: number): number {
    this.#added.push(last);
    return (this.#start ?? 0) + this.sum();
  }

  add(value: number): void {
    this.#added.push(value);
  }

  sum(): number {
    const begin = this.#begin;
    const blocks = new Blocks<number>(
      (place) => this.#added[place - begin] ?? -0,
      (left, right) => left + right,
    );
    return 0 + blocks.combined(begin, begin + this.#added.length);
  }
}
