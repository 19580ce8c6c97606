import { int32, list, nullable, transform, utf8 } from 'rowfuse';

/** The comparator is the body of a loop over the pairs that the sort compares. */
export const sort = transform({
  input: { sizes: list(nullable(int32)), text: utf8 },
  output: { largest: nullable(int32), longest: utf8, calls: int32 },
  row({ sizes, text }) {
    let calls = 0;
    const down = sizes.toSorted((a, b) => {
      calls += 1;
      if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
      return b - a;
    });
    const words = text.split(' ').map((word, place) => ({ word, place }));
    words.sort((a, b) => b.word.length - a.word.length || a.place - b.place);
    return { largest: down[0] ?? null, longest: words[0]?.word ?? '', calls };
  },
});
