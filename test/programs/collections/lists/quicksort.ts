import { float64, list, transform } from 'rowfuse';

function partition(items: number[], low: number, high: number): number {
  const pivot = items[high];
  let border = low;
  for (let i = low; i < high; i++) {
    if (items[i] < pivot) {
      [items[i], items[border]] = [items[border], items[i]];
      border++;
    }
  }
  [items[border], items[high]] = [items[high], items[border]];
  return border;
}

function quicksort(items: number[], low: number, high: number): void {
  if (low >= high) return;
  const middle = partition(items, low, high);
  quicksort(items, low, middle - 1);
  quicksort(items, middle + 1, high);
}

/** Sorts numbers in place by recursion. Rosetta Code: Sorting algorithms/Quicksort. */
export const quicksorted = transform({
  input: { numbers: list(float64) },
  output: list(float64),
  row({ numbers }) {
    const items = [...numbers];
    quicksort(items, 0, items.length - 1);
    return items;
  },
});
