import { float64, int32, list, nullable, transform, utf8 } from 'rowfuse';

/** Nested lists are views of the column. */
export const longLines = transform({
  input: { pages: list(list(nullable(utf8))), i: int32 },
  output: { long: list(list(nullable(utf8))), first: nullable(utf8), mean: float64 },
  row({ pages, i }) {
    let words = 0;
    for (const page of pages) words += page.length;
    return {
      long: pages.filter((page) => page.length > 2),
      first: pages[i]?.[0] ?? null,
      mean: words / pages.length,
    };
  },
});
