import { float64, int8, int16, int32, nullable, transform, uint32, utf8 } from 'rowfuse';

/** Numbers that their columns cannot hold: fractions, NaN and values out of range. Without text, one pass finds them. */
export const narrow = transform({
  input: { n: int32, factor: float64 },
  output: { small: int16, large: uint32, maybe: nullable(int8) },
  row: ({ n, factor }) => ({ small: n * 2, large: n * factor, maybe: n > 100 ? null : n }),
});

/** Such numbers beside text, which is measured first. */
export const labelled = transform({
  input: { label: utf8, n: float64 },
  output: { text: utf8, n: int8 },
  row: ({ label, n }) => ({ text: `${label.trim()} ${n}`, n }),
});

/** A method of an absent value. */
export const unitTrimmed = transform({
  input: { s: utf8, i: int32 },
  output: utf8,
  row: ({ s, i }) => `${(s[i] as string).trim()}.`,
});

/** An absent value for a required column. */
export const unitOf = transform({
  input: { s: nullable(utf8), i: int32 },
  output: { unit: utf8, index: int32 },
  row: ({ s, i }) => ({ unit: (s === null ? null : s[i]) as string, index: i }),
});
