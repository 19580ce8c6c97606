import { bool, float32, int32, nullable, transform, utf8 } from 'rowfuse';

/** One object per row; no text, so one pass. */
export const severalOutputs = transform({
  input: { name: utf8, score: nullable(float32), 'group id': int32 },
  output: { length: int32, passed: bool, 'weighted score': nullable(float32) },
  row: (row) =>
    row['group id'] === 0
      ? { length: 0, passed: false, 'weighted score': null }
      : {
          length: row.name.length,
          passed: (row.score ?? 0) >= 0.5,
          'weighted score': row.score === null ? null : row.score * row['group id'],
        },
});
