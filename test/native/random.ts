/** Seeded random numbers (mulberry32), so that a failing case can be run again. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  bits(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** Returns an integer in [0, limit). */
  below(limit: number): number {
    return this.bits() % limit;
  }

  chance(probability: number): boolean {
    return this.bits() < probability * 2 ** 32;
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.below(values.length)] ?? values[0];
  }
}
