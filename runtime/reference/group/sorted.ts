import type { Pace } from '../../pace.js';

/** The items that are sorted in one go, which takes less than a millisecond. */
const runLength = 512;

/**
 * Sorts by merging, and keeps the order of equal items. Yields when the event loop should turn: the array's own `sort` would block it for
 * seconds with a million items.
 */
export function* sorted<Item>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
  pace: Pace,
): Generator<void, readonly Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += runLength) {
    runs.push(items.slice(from, from + runLength).sort(compare));
    if (pace.isDue()) yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let first = 0; first < runs.length; first += 2) {
      const [left = [], right = []] = runs.slice(first, first + 2);
      merged.push(yield* merge(left, right, compare, pace));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (left: Item, right: Item) => number,
  pace: Pace,
): Generator<void, Item[]> {
  const merged: Item[] = [];
  let [at, other] = [0, 0];
  for (;;) {
    const [one, two] = [left[at], right[other]];
    if (one === undefined || two === undefined) break;
    if (compare(one, two) <= 0) {
      merged.push(one);
      at += 1;
    } else {
      merged.push(two);
      other += 1;
    }
    if (pace.isDue()) yield;
  }
  for (const rest of [left.slice(at), right.slice(other)]) for (const item of rest) merged.push(item);
  return merged;
}
