import { int32, transform } from 'rowfuse';

/** Counts the primes below a number with a sieve of bytes. */
export const countPrimes = transform({
  input: { below: int32 },
  output: int32,
  row({ below }) {
    const composite = new Uint8Array(Math.max(below, 0));
    let count = 0;
    for (let n = 2; n < below; n++) {
      if (composite[n]) continue;
      count++;
      for (let multiple = 2 * n; multiple < below; multiple += n) {
        composite[multiple] = 1;
      }
    }
    return count;
  },
});
