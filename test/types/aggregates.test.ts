import {
  aggregate,
  any,
  bool,
  count,
  date32,
  expand,
  first,
  float64,
  int64,
  lines,
  max,
  mean,
  min,
  nullable,
  pipe,
  sum,
  transform,
  utf8,
} from 'rowfuse';
import { describe, expectTypeOf, it } from 'vitest';

/** Checked by `npm run typecheck`: each @ts-expect-error must be an error, and each expectation must hold. */
describe('aggregate types', () => {
  const input = { city: utf8, people: nullable(int64), area: float64, coastal: bool, founded: date32 };

  it('take columns of the input, of suitable types', () => {
    aggregate({
      input,
      key: ['city', 'founded'],
      output: {
        total: sum('people'),
        mean: mean('area'),
        first: first('city'),
        last: max('city'),
        any: any('coastal'),
        n: count(),
      },
      order: 'none',
    });
    aggregate({
      input,
      // @ts-expect-error: no such column
      key: 'country',
      output: { n: count() },
    });
    aggregate({
      input,
      key: 'city',
      // @ts-expect-error: no such column
      output: { n: count('country') },
    });
    aggregate({
      input,
      key: 'city',
      // @ts-expect-error: text has no sum
      output: { total: sum('city') },
    });
    aggregate({
      input,
      key: 'city',
      // @ts-expect-error: numbers are not true or false
      output: { any: any('area') },
    });
    aggregate({
      input,
      key: 'city',
      output: { n: count() },
      // @ts-expect-error: no such order
      order: 'value',
    });
    aggregate({
      input,
      key: 'city',
      // @ts-expect-error: a number is no aggregate
      output: { n: 3 },
    });
  });

  it('take columns that a transform, an expand or a pipe gives', () => {
    const parsed = transform({
      input: lines(),
      output: { word: utf8, size: float64 },
      row({ line }) {
        expectTypeOf(line).toEqualTypeOf<string>();
        return { word: line, size: line.length };
      },
    });
    aggregate({ from: parsed, key: 'word', output: { most: max('size') } });
    // @ts-expect-error: text has no sum
    aggregate({ from: parsed, key: 'word', output: { most: sum('word') } });
    const parts = expand({
      input: { id: int64, line: utf8 },
      output: { part: utf8 },
      keep: ['id'],
      *rows({ line }) {
        yield { part: line };
      },
    });
    aggregate({ from: parts, key: 'part', output: { least: min('id') } });
    const upper = transform({ input: { part: utf8 }, output: { upper: utf8 }, row: ({ part }) => ({ upper: part }) });
    const both = pipe(parts, upper);
    aggregate({ from: both, key: 'upper', output: { n: count() } });
    // @ts-expect-error: no column of the last stage
    aggregate({ from: both, key: 'line', output: { n: count() } });
    const only = transform({ input: { part: utf8 }, output: utf8, row: ({ part }) => part });
    // The aggregate is named like the transform, which the types do not know.
    aggregate({ from: only, key: 'only', output: { n: count() } });
  });
});
