/** Reproducible random numbers by xorshift32 (Marsaglia, "Xorshift RNGs", 2003). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0 || 1;
  }

  /** Returns an integer from 0 to `below - 1`. `below` is at most 2^32. */
  next(below: number): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return Math.floor(((x >>> 0) / 2 ** 32) * below);
  }
}
