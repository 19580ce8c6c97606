import { int32, list, transform } from 'rowfuse';

function swap(items: number[], i: number, j: number): void {
  const item = items[i];
  items[i] = items[j];
  items[j] = item;
}

/** Computes the next permutation in lexicographic order; after the last comes the first. */
export const nextPermutation = transform({
  input: { items: list(int32) },
  output: list(int32),
  row({ items }) {
    const next = items.slice();
    let pivot = next.length - 2;
    while (pivot >= 0 && next[pivot] >= next[pivot + 1]) pivot--;
    if (pivot >= 0) {
      let successor = next.length - 1;
      while (next[successor] <= next[pivot]) successor--;
      swap(next, pivot, successor);
    }
    for (let i = pivot + 1, j = next.length - 1; i < j; i++, j--) swap(next, i, j);
    return next;
  },
});
