import { float64, transform, utf8 } from 'rowfuse';

function jaro(a: string, b: string): number {
  if (a.length === 0 && b.length === 0) return 1;
  const reach = Math.max(Math.floor(Math.max(a.length, b.length) / 2) - 1, 0);
  const aMatched: boolean[] = new Array(a.length).fill(false);
  const bMatched: boolean[] = new Array(b.length).fill(false);
  let matches = 0;
  for (let i = 0; i < a.length; i++) {
    const from = Math.max(0, i - reach);
    const to = Math.min(b.length - 1, i + reach);
    for (let j = from; j <= to; j++) {
      if (!bMatched[j] && a[i] === b[j]) {
        aMatched[i] = true;
        bMatched[j] = true;
        matches++;
        break;
      }
    }
  }
  if (matches === 0) return 0;

  let k = 0;
  let swapped = 0;
  for (let i = 0; i < a.length; i++) {
    if (!aMatched[i]) continue;
    while (!bMatched[k]) k++;
    if (a[i] !== b[k]) swapped++;
    k++;
  }
  return (matches / a.length + matches / b.length + (matches - swapped / 2) / matches) / 3;
}

/** Computes the similarity of two names, with a bonus for a common prefix. Rosetta Code: Jaro-Winkler distance. */
export const jaroWinkler = transform({
  input: { a: utf8, b: utf8 },
  output: float64,
  row({ a, b }) {
    const similarity = jaro(a, b);
    let prefix = 0;
    while (prefix < 4 && prefix < a.length && prefix < b.length && a[prefix] === b[prefix]) prefix++;
    return similarity + prefix * 0.1 * (1 - similarity);
  },
});
