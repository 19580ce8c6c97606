/** Limits the work of the compiler on one pattern. */
export class Budget {
  constructor(private left: number) {}

  /** Takes some steps; returns false if fewer are left. */
  take(steps: number): boolean {
    this.left -= steps;
    return this.left >= 0;
  }
}
