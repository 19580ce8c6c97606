import { bool, float64, int32, nullable, transform, utf8 } from 'rowfuse';

/** The params of a call, destructured and as a whole, and the number of the row. */
export const params = transform({
  input: { name: utf8, score: float64 },
  params: { prefix: nullable(utf8), limit: int32, unused: bool },
  output: { label: utf8, above: bool },
  row({ name, score }, { params: { prefix, ...others }, index }) {
    if (prefix === null) return { label: name, above: false };
    return { label: `${prefix}${index}`, above: score > others.limit };
  },
});
