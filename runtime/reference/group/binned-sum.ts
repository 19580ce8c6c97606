import { leastExponent, roundToDouble } from './round-to-double.js';

/** The bits of a bin. */
const width = 32;
const mask = 2n ** 32n - 1n;

/** A number as `units · 2^exponent`. */
export interface Binary {
  readonly units: bigint;
  readonly exponent: number;
}

const eight = new DataView(new ArrayBuffer(8));

/** Converts a finite double exactly. */
export function binaryOf(value: number): Binary {
  eight.setFloat64(0, value);
  const high = eight.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(eight.getUint32(4));
  const magnitude = biased === 0 ? fraction : fraction | (1n << 52n);
  return { units: value < 0 ? -magnitude : magnitude, exponent: Math.max(biased, 1) - 1 + leastExponent };
}

/**
 * A sum that does not depend on the order of its terms (J. Demmel, H. D. Nguyen, Parallel Reproducible Summation, IEEE Transactions on
 * Computers 64(7), 2015). The range of all terms is divided into bins of 32 bits, at fixed places. Terms are cut at the borders of bins,
 * and added bin by bin, exactly. Only bins in a window below the highest bit of any term count; lower parts of terms are dropped. So the
 * sum is one of integers: each term contributes its own, independently of the others, and the window is that of the largest term.
 *
 * Native code forgets bins that leave the window. Here all are kept until the end, with the same result.
 */
export class BinnedSum {
  readonly #bins: bigint[] = [];
  readonly #kept: number;
  readonly #least: number;
  #highest = -1;

  /** @param kept the number of bins in the window; `least` is the exponent of the first bin's first bit */
  constructor(kept: number, least = leastExponent) {
    this.#kept = kept;
    this.#least = least;
  }

  add({ units, exponent }: Binary): void {
    const isNegative = units < 0n;
    const position = exponent - this.#least;
    let bin = Math.floor(position / width);
    let rest = (isNegative ? -units : units) << BigInt(position % width);
    for (; rest > 0n; rest >>= 32n, bin += 1) {
      const slice = rest & mask;
      this.#bins[bin] = (this.#bins[bin] ?? 0n) + (isNegative ? -slice : slice);
      if (bin > this.#highest) this.#highest = bin;
    }
  }

  /** The sum of the bins in the window. */
  get total(): Binary {
    const lowest = Math.max(0, this.#highest - this.#kept + 1);
    let units = 0n;
    for (let bin = this.#highest; bin >= lowest; bin -= 1) units = (units << BigInt(width)) + (this.#bins[bin] ?? 0n);
    return { units, exponent: this.#least + lowest * width };
  }
}

/** The bins of the sums of doubles. They hold 97 bits or more below the leading bit of the largest term. */
const sumBins = 4;

/** A sum of doubles. It is NaN if there is a NaN, or infinities of both signs, and 0 for zeros of any sign. */
export class FloatSum {
  readonly #finite = new BinnedSum(sumBins);
  #special: number | undefined;

  add(value: number): void {
    if (Number.isFinite(value)) this.#finite.add(binaryOf(value));
    else this.#special = (this.#special ?? value) + value;
  }

  get value(): number {
    const { units, exponent } = this.#finite.total;
    return this.#special ?? roundToDouble(units, exponent);
  }
}
