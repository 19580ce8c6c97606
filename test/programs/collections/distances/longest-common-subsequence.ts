import { transform, utf8 } from 'rowfuse';

/** Finds a longest common subsequence of two texts. Rosetta Code: Longest common subsequence. */
export const longestCommonSubsequence = transform({
  input: { x: utf8, y: utf8 },
  output: utf8,
  row({ x, y }) {
    const lengths: number[][] = [];
    for (let i = 0; i <= x.length; i++) {
      lengths.push(new Array(y.length + 1).fill(0));
    }
    for (let i = 0; i < x.length; i++) {
      for (let j = 0; j < y.length; j++) {
        lengths[i + 1][j + 1] = x[i] === y[j] ? lengths[i][j] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
      }
    }

    const result: string[] = [];
    let i = x.length;
    let j = y.length;
    while (i > 0 && j > 0) {
      if (lengths[i][j] === lengths[i - 1][j]) {
        i--;
      } else if (lengths[i][j] === lengths[i][j - 1]) {
        j--;
      } else {
        result.unshift(x[i - 1]);
        i--;
        j--;
      }
    }
    return result.join('');
  },
});
