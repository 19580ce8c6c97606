import { int32, list, transform } from 'rowfuse';

/** Lists the primes up to a limit. Exercism: Sieve. */
export const sieve = transform({
  input: { limit: int32 },
  output: list(int32),
  row({ limit }) {
    if (limit < 2) return [];
    const isPrime: boolean[] = Array(limit + 1).fill(true);
    isPrime[0] = isPrime[1] = false;
    for (let n = 2; n * n <= limit; n++) {
      if (isPrime[n]) {
        for (let multiple = n * n; multiple <= limit; multiple += n) {
          isPrime[multiple] = false;
        }
      }
    }
    const primes: number[] = [];
    isPrime.forEach((prime, n) => {
      if (prime) primes.push(n);
    });
    return primes;
  },
});
