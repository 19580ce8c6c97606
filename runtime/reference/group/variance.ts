import { type Binary, BinnedSum, binaryOf } from './binned-sum.js';
import { divideRounded } from './round-to-double.js';

/** Moments of some values, with their sample variance. It is null for fewer than two values. */
export interface Moments {
  add(value: number | bigint): void;
  readonly variance: number | null;
}

/** Moments of integers, whose sums are exact. */
export class IntegerMoments implements Moments {
  #sum = 0n;
  #squares = 0n;
  #count = 0;

  add(value: number | bigint): void {
    const integer = BigInt(value);
    this.#sum += integer;
    this.#squares += integer * integer;
    this.#count += 1;
  }

  get variance(): number | null {
    return varianceOf(this.#count, { units: this.#sum, exponent: 0 }, { units: this.#squares, exponent: 0 });
  }
}

/** The bins of sums that are subtracted from each other. They hold 161 bits or more below the leading bit of the largest term. */
const momentBins = 6;

/** The exponent of the smallest square. */
const leastSquare = -2148;

/** Moments of doubles, whose squares are exact. */
export class FloatMoments implements Moments {
  readonly #sum = new BinnedSum(momentBins);
  readonly #squares = new BinnedSum(momentBins, leastSquare);
  #count = 0;
  #isFinite = true;

  add(given: number | bigint): void {
    const value = Number(given);
    this.#count += 1;
    if (!Number.isFinite(value)) {
      this.#isFinite = false;
      return;
    }
    const { units, exponent } = binaryOf(value);
    this.#sum.add({ units, exponent });
    this.#squares.add({ units: units * units, exponent: 2 * exponent });
  }

  /** NaN if a value is NaN or infinite. */
  get variance(): number | null {
    if (!this.#isFinite && this.#count > 1) return Number.NaN;
    return varianceOf(this.#count, this.#sum.total, this.#squares.total);
  }
}

/** Computes (n Σx² - (Σx)²) / (n (n - 1)). The numerator is an integer that is rounded once. */
function varianceOf(count: number, sum: Binary, squares: Binary): number | null {
  if (count < 2) return null;
  const exponent = Math.min(2 * sum.exponent, squares.exponent);
  const shifted = ({ units, exponent: own }: Binary) => units << BigInt(own - exponent);
  const numerator =
    BigInt(count) * shifted(squares) - shifted({ units: sum.units * sum.units, exponent: 2 * sum.exponent });
  // The parts that sums have dropped must not make the variance negative.
  return divideRounded(numerator > 0n ? numerator : 0n, exponent, count * (count - 1));
}
