/** Draws numbers and elements. The same seed draws the same ones. */
export class Random {
  #counter;

  constructor(seed) {
    this.#counter = seed | 0;
  }

  /** Returns a number from 0 to 1 with 32 random bits: a counter through the finaliser of MurmurHash3. */
  next() {
    this.#counter = (this.#counter + 0x9e3779b9) | 0;
    let bits = Math.imul(this.#counter ^ (this.#counter >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  }

  below(limit) {
    return Math.floor(this.next() * limit);
  }

  chance(share) {
    return this.next() < share;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** Returns a number below the limit, in decimal with leading zeros. */
  digits(limit, length) {
    return String(this.below(limit)).padStart(length, '0');
  }
}

/** Returns a function that draws numbers below `count`: the k-th is drawn in proportion to 1 / k ** exponent. */
export function zipf(random, count, exponent) {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let k = 0; k < count; k++) {
    sum += (k + 1) ** -exponent;
    sums[k] = sum;
  }
  return () => {
    const share = random.next() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < share) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
