import { expand, float64, int32, nullable, transform, utf8 } from 'rowfuse';
import { describe, expectTypeOf, it } from 'vitest';

/** Checked by `npm run typecheck`: each @ts-expect-error must be an error, and each expectation must hold. */
describe('types of filters and expansions', () => {
  it('give `where` the same columns as `row`', () => {
    transform({
      input: { name: utf8, age: nullable(int32) },
      params: { least: float64 },
      output: utf8,
      keep: ['age'],
      where(row, context) {
        expectTypeOf(row).toEqualTypeOf<{ readonly name: string; readonly age: number | null }>();
        expectTypeOf(context.params.least).toEqualTypeOf<number>();
        return row.age !== null && row.age >= context.params.least && context.index > 0;
      },
      row: ({ name }) => name,
    });
    // @ts-expect-error: a number is no boolean
    transform({ input: { name: utf8 }, output: utf8, where: ({ name }) => name.length, row: ({ name }) => name });
  });

  it('allow only input columns in `keep`', () => {
    // @ts-expect-error: no such column
    transform({ input: { name: utf8 }, output: utf8, keep: ['nam'], row: ({ name }) => name });
  });

  it('require a generator of output rows for `expand`', () => {
    expand({
      input: { line: utf8 },
      output: { word: utf8, at: int32 },
      params: { limit: int32 },
      keep: ['line'],
      *rows({ line }, { params, index }) {
        for (const word of line.split(' ').slice(0, params.limit)) yield { word, at: index };
      },
    });
    expand({
      input: { line: utf8 },
      output: utf8,
      *rows({ line }) {
        yield* line.split(' ');
      },
    });
    expand({
      input: { line: utf8 },
      output: utf8,
      // @ts-expect-error: a number is no string
      *rows({ line }) {
        yield line.length;
      },
    });
    // @ts-expect-error: it yields nothing
    expand({ input: { line: utf8 }, output: utf8, rows: ({ line }) => line });
  });
});
