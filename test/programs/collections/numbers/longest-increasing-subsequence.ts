import { int32, list, transform } from 'rowfuse';

/** Finds a longest increasing subsequence by patience sorting. Rosetta Code: Longest increasing subsequence. */
export const longestIncreasingSubsequence = transform({
  input: { numbers: list(int32) },
  output: list(int32),
  row({ numbers }) {
    const tails: number[] = [];
    const previous: number[] = [];
    for (let i = 0; i < numbers.length; i++) {
      let low = 0;
      let high = tails.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[tails[middle]] < numbers[i]) low = middle + 1;
        else high = middle;
      }
      previous[i] = low > 0 ? tails[low - 1] : -1;
      tails[low] = i;
    }

    const result: number[] = [];
    let at = tails.length > 0 ? tails[tails.length - 1] : -1;
    while (at !== -1) {
      result.push(numbers[at]);
      at = previous[at];
    }
    return result.reverse();
  },
});
