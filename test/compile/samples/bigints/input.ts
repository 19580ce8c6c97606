import { int64, nullable, transform, utf8 } from 'rowfuse';

const limit = 10n ** 6n;

/** Forms: 64 bits where the range is known to fit, 128 where it may not, checks where that may not do either. */
export const bigints = transform({
  input: { a: int64, b: int64, c: nullable(int64), n: int64 },
  output: { small: int64, wide: utf8, checked: int64, divided: int64, ordered: utf8 },
  row({ a, b, c, n }) {
    const digit = a % 10n;
    const product = a * b;
    return {
      small: digit + 1n,
      wide: `${product}`,
      checked: (product * product) % limit,
      divided: a / b + a / 3n,
      ordered: a < Number(n) || product > limit || c === 5n ? 'yes' : 'no',
    };
  },
});
