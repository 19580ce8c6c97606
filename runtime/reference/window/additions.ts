import { Blocks } from './blocks.js';

/**
 * The sum of a loop over a window, in the order of `sum()`. Each step of the loop starts from a sum of -0, which is neutral to addition, so
 * the sum after the step is what the step adds.
 */
export class Additions {
  readonly #begin: number;
  readonly #added: number[] = [];
  #start: number | undefined;

  /** @param begin the start of the window in its partition */
  constructor(begin: number) {
    this.#begin = begin;
  }

  /** Takes the sum that the last step has left. The first call takes the initial sum of the loop. */
  step(sum: number): number {
    if (this.#start === undefined) this.#start = sum;
    else this.#added.push(sum);
    return -0;
  }

  /** Returns the initial sum of the loop plus everything that its steps have added. */
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
