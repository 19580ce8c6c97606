import { expand, int32, utf8 } from 'rowfuse';

export const all = expand({
  input: { s: utf8, n: int32 },
  output: utf8,
  *rows({ s, n }) {
    yield* s.split(',');
    yield n > 0 ? s : `${n}`;
    while (true) yield s;
  },
});
