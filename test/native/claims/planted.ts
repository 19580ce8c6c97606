/** Row functions whose plans claim something about values: see planted-plans.ts. */
import { float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';

/** An int. */
export const smallSum = transform({ input: { a: int32 }, output: float64, row: ({ a }) => (a & 1023) + 5 });

/** Exact in doubles, but no int. */
export const exactSum = transform({ input: { a: int32 }, output: float64, row: ({ a }) => a * 4096 + 1 });

/** Computed modulo 2^32. */
export const wrappedHash = transform({
  input: { a: int32 },
  output: int32,
  row: ({ a }) => ((a & 65_535) * 65_599 + 7) | 0,
});

/** Stays in 64 bits. */
export const doubled = transform({ input: { a: int64 }, output: int64, row: ({ a }) => (a & 15n) * 2n });

/** Present behind the test. */
export const sizeOrZero = transform({
  input: { s: nullable(utf8) },
  output: int32,
  row: ({ s }) => (s === null ? 0 : s.length),
});

const colours = ['red', 'green', 'blue'];

/** An index within the list. */
export const colour = transform({ input: { a: int32 }, output: utf8, row: ({ a }) => colours[a & 1] ?? '' });

/** At most twice the bytes of the column, and three more. */
export const joined = transform({ input: { s: utf8 }, output: utf8, row: ({ s }) => `${s}, ${s}!` });

/** Two pieces, of which the second may be longer than a word. */
export const tagged = transform({ input: { s: utf8 }, output: utf8, row: ({ s }) => `#${s}` });

/** A string that no other value is a view of while it grows. */
export const grown = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    let text = '';
    for (const unit of s) text = `${text}${unit}-`;
    return text;
  },
});
