import { expand, float64, int32, nullable, transform, utf8 } from 'rowfuse';

/** An expression that decides, with what it proves for `row`. */
export const present = transform({
  input: { id: int32, x: nullable(float64) },
  output: float64,
  keep: ['id'],
  where: ({ x }) => x !== null && x > 0,
  row: ({ x }) => (x ?? 0) * 2,
});

/** Statements that decide. */
export const decided = transform({
  input: { s: utf8 },
  output: utf8,
  where({ s }) {
    if (s.startsWith('#')) return false;
    const end = s.indexOf(' ');
    return end > 0;
  },
  row: ({ s }) => s.slice(0, s.indexOf(' ')),
});

/** Columns that stay in their place are none of the row function's. */
export const shared = transform({
  input: { id: int32, name: utf8 },
  output: { initial: utf8 },
  keep: ['id', 'name'],
  row: ({ name }) => ({ initial: name.charAt(0) }),
});

export const words = expand({
  input: { id: int32, line: utf8 },
  output: { word: utf8, at: int32 },
  keep: ['id'],
  *rows({ line }) {
    let at = 0;
    for (const word of line.split(' ')) {
      if (word === 'end') return;
      yield { word, at: at++ };
    }
  },
});

export const all = expand({
  input: { s: utf8, n: int32 },
  output: utf8,
  *rows({ s, n }) {
    yield* s.split(',');
    yield n > 0 ? s : `${n}`;
    while (true) yield s;
  },
});
