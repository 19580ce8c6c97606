/** Decisions that are read off a list of random numbers. A shorter list, or smaller numbers, make a smaller program: fast-check shrinks it. */
export class Choices {
  readonly #tape: readonly number[];
  #at = 0;

  constructor(tape: readonly number[]) {
    this.#tape = tape;
  }

  /** Returns so many decisions that depend on a seed alone (the mixing function of SplitMix, G. Steele and others, 2014). */
  static ofSeed(seed: number, count: number): Choices {
    const mixed = (index: number) => {
      let bits = (seed + Math.imul(index + 1, 0x9e3779b9)) | 0;
      bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
      bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
      return (bits ^ (bits >>> 16)) >>> 16;
    };
    return new Choices(Array.from({ length: count }, (_, index) => mixed(index)));
  }

  /** Returns an integer from 0 to `count - 1`; 0 at the end of the list. */
  below(count: number): number {
    const drawn = this.#tape[this.#at++] ?? 0;
    return drawn % count;
  }

  /** True in one of `count` draws. False at the end of the list. */
  oneIn(count: number): boolean {
    return this.below(count) === count - 1;
  }

  pick<T>(values: readonly T[]): T {
    const found = values[this.below(values.length)];
    if (found === undefined) throw new RangeError('There is nothing to pick');
    return found;
  }

  /** Returns an integer between two bounds, often one near them or near 0. */
  integer(min: number, max: number): number {
    const within = (value: number) => Math.min(max, Math.max(min, value));
    const near = [0, 1, -1, 2, 10, 31, 32, 100, min, min + 1, max, max - 1, max - 2].map(within);
    if (!this.oneIn(2)) return this.pick(near);
    return within(min + Math.floor(((this.below(65_536) * 65_536 + this.below(65_536)) / 2 ** 32) * (max - min)));
  }
}
