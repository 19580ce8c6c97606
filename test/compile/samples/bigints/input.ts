import { int64, nullable, transform, utf8 } from 'rowfuse';

const limit = 10n ** 6n;

/** The forms: 64 bits if the range fits, 128 bits if it may not, and checks if 128 bits may not suffice. */
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
