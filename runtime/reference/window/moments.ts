/** The number of some values, their mean, and the sum of the squares of their distances from it. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly squares: number;
}

export const noMoments: Moments = Object.freeze({ count: 0, mean: 0, squares: 0 });

/** Returns the moments of one value. */
export function momentsOf(value: number): Moments {
  return { count: 1, mean: value, squares: 0 };
}

/**
 * Combines the moments of two groups (T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for Computing the Sample Variance, 1983),
 * operation by operation as in native code.
 */
export function combineMoments(left: Moments, right: Moments): Moments {
  if (left.count === 0) return right;
  if (right.count === 0) return left;
  const count = left.count + right.count;
  const weight = right.count / count;
  const distance = right.mean - left.mean;
  return {
    count,
    mean: left.mean + distance * weight,
    squares: left.squares + right.squares + distance * distance * left.count * weight,
  };
}
