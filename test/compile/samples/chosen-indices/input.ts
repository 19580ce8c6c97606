import { int32, list, transform } from 'rowfuse';

/** The branch that chooses an index of an element in its test stays a branch. A choice without such an index does not. */
export const extremes = transform({
  input: { items: list(int32) },
  output: { at: int32, last: int32 },
  row({ items }) {
    let at = 0;
    let last = 0;
    for (let i = 1; i < items.length; i++) {
      if ((items[i] ?? 0) > (items[at] ?? 0)) at = i;
      if ((items[i] ?? 0) > 0) last = i;
    }
    return { at, last };
  },
});
