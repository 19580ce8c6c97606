import { float64, transform, utf8 } from 'rowfuse';

const tokenize = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((token) => token.length > 0),
  );

/** Computes the Jaccard similarity of the token sets of two texts. Two texts without tokens are equal. */
export const tokenJaccard = transform({
  input: { left: utf8, right: utf8 },
  output: float64,
  row({ left, right }) {
    const a = tokenize(left);
    const b = tokenize(right);
    if (a.size === 0 && b.size === 0) return 1;
    const intersection = [...a].filter((token) => b.has(token)).length;
    const union = new Set([...a, ...b]).size;
    return intersection / union;
  },
});
