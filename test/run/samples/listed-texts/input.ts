import { dictionary, int32, largeUtf8, list, nullable, struct, transform, utf8 } from 'rowfuse';

/** Elements of lists are text of any layout. */
export const listedTexts = transform({
  input: {
    large: list(largeUtf8),
    looked: nullable(list(nullable(dictionary(utf8)))),
    deep: list(struct({ name: nullable(largeUtf8), word: dictionary(utf8) })),
  },
  output: { large: list(largeUtf8), looked: list(utf8), words: list(list(utf8)), length: int32 },
  row({ large, looked, deep }) {
    return {
      large: large.map((one) => one.slice(0, 2)),
      looked: looked === null ? [] : looked.map((one) => one ?? '-'),
      words: deep.map(({ name, word }) => [name ?? '', word]),
      length: looked?.length ?? -1,
    };
  },
});
