import { int32, list, struct, transform } from 'rowfuse';

/** Merges intervals that overlap or touch. Rosetta Code: Range consolidation. */
export const mergeIntervals = transform({
  input: { intervals: list(struct({ start: int32, end: int32 })) },
  output: list(struct({ start: int32, end: int32 })),
  row({ intervals }) {
    const sorted = [...intervals].sort((a, b) => a.start - b.start);
    const merged: { start: number; end: number }[] = [];
    for (const interval of sorted) {
      const last = merged.at(-1);
      if (last && interval.start <= last.end) {
        last.end = Math.max(last.end, interval.end);
      } else {
        merged.push({ ...interval });
      }
    }
    return merged;
  },
});
