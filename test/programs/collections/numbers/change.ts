import { int32, list, nullable, transform } from 'rowfuse';

/** Pays an amount with the fewest coins, or gives null if that is impossible. Exercism: Change. */
export const change = transform({
  input: { coins: list(int32), amount: int32 },
  output: nullable(list(int32)),
  row({ coins, amount }) {
    if (amount < 0) return null;
    const fewest: (number[] | undefined)[] = [[]];
    for (let sum = 1; sum <= amount; sum++) {
      let best: number[] | undefined;
      for (const coin of coins) {
        const rest = coin <= sum ? fewest[sum - coin] : undefined;
        if (rest && (!best || rest.length + 1 < best.length)) {
          best = [...rest, coin];
        }
      }
      fewest[sum] = best;
    }
    const result = fewest[amount];
    return result ? result.sort((a, b) => a - b) : null;
  },
});
