import { leastExponent, roundToDouble } from './round-to-double.js';

/** Bits of a bin. */
const width = 32;
const mask = 2n ** 32n - 1n;

/** A number as `units · 2^exponent`. */
export interface Binary {
  readonly units: bigint;
  readonly exponent: number;
}

const eight = new DataView(new ArrayBuffer(8));

/** A finite double, exactly. */
export function binaryOf(value: number): Binary {
  eight.setFloat64(0, value);
  const high = eight.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(eight.getUint32(4));
  const magnitude = biased === 0 ? fraction : fraction | (1n << 52n);
  return { units: value < 0 ? -magnitude : magnitude, exponent: Math.max(biased, 1) - 1 + leastExponent };
}

/**
 * A sum that does not depend on the order of its terms (J. Demmel, H. D. Nguyen, Parallel Reproducible Summation, IEEE Transactions
 * on Computers 64(7), 2015): the range of all terms is divided into bins of 32 bits, at places that are the same for every sum.
 * Terms are cut at their borders, and added bin by bin, exactly. Of the bins those count that lie in a window below the highest
 * bit of any term: what a term has below is dropped. So the sum is that of integers, of which each term has its own, whatever the
 * others are, and the window that of the largest term.
 *
 * Native code forgets bins when they leave the window; here all are kept until the end, which comes to the same.
 */
export class BinnedSum {
  readonly #bins: bigint[] = [];
  readonly #kept: number;
  readonly #least: number;
  #highest = -1;

  /** @param kept bins of the window; `least` is the exponent of the first bin's first bit */
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

  /** What the bins of the window are together. */
  get total(): Binary {
    const lowest = Math.max(0, this.#highest - this.#kept + 1);
    let units = 0n;
    for (let bin = this.#highest; bin >= lowest; bin -= 1) units = (units << BigInt(width)) + (this.#bins[bin] ?? 0n);
    return { units, exponent: this.#least + lowest * width };
  }
}

/** Bins of the sums of doubles: 97 bits or more below the leading bit of the largest term. */
const sumBins = 4;

/** A sum of doubles: NaN where there is one, or infinities of both signs; 0 of zeros of any sign. */
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
