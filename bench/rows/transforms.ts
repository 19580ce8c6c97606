import { expand, float64, int32, transform, utf8 } from 'rowfuse';

/** The words of a column of text, each with the number of its line. */
export const wordSplit = expand({
  input: { id: int32, line: utf8 },
  output: { word: utf8 },
  keep: ['id'],
  *rows({ line }) {
    for (const word of line.split(' ')) if (word !== '') yield { word };
  },
});

/** Rows by a number, with their text. */
export const filter = transform({
  input: { id: int32, score: float64, name: utf8 },
  output: { doubled: float64, name: utf8 },
  keep: ['id'],
  params: { least: float64 },
  where: ({ score }, { params }) => score >= params.least,
  row: ({ score, name }) => ({ doubled: score * 2, name }),
});
