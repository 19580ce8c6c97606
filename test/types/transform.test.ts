import {
  binary,
  bool,
  date32,
  dictionary,
  float64,
  int32,
  int64,
  list,
  nullable,
  type RowOf,
  struct,
  timestamp,
  transform,
  uint64,
  utf8,
} from 'rowfuse';
import { describe, expect, expectTypeOf, it } from 'vitest';

/** Checked by `npm run typecheck`: each @ts-expect-error must be an error, and each expectation must hold. */
describe('the types of a transform', () => {
  it('give the row function the values of its columns', () => {
    expectTypeOf<RowOf<{ name: typeof utf8 }>>().toEqualTypeOf<{ readonly name: string }>();
    transform({
      input: { name: utf8, age: nullable(int32), member: bool },
      output: utf8,
      row(row) {
        expectTypeOf(row).toEqualTypeOf<{
          readonly name: string;
          readonly age: number | null;
          readonly member: boolean;
        }>();
        return row.name;
      },
    });
  });

  it('give the row function params and the number of the row', () => {
    transform({
      input: { name: utf8 },
      params: { limit: int32, other: nullable(int64) },
      output: utf8,
      row(row, context) {
        expectTypeOf(context).toEqualTypeOf<{
          readonly params: { readonly limit: number; readonly other: bigint | null };
          readonly index: number;
        }>();
        return row.name.slice(context.index, context.params.limit);
      },
    });
    transform({
      input: { name: utf8 },
      output: utf8,
      // @ts-expect-error: there are no params
      row: ({ name }, { params }) => name.slice(params.limit),
    });
  });

  it('give bytes, dictionaries, lists and structs as their values', () => {
    transform({
      input: {
        data: binary,
        country: nullable(dictionary(utf8)),
        scores: nullable(list(nullable(int64))),
        place: struct({ at: struct({ x: float64 }), tags: list(utf8) }),
      },
      output: { place: struct({ x: float64, tag: nullable(utf8) }) },
      row(row) {
        expectTypeOf(row).toEqualTypeOf<{
          readonly data: Uint8Array;
          readonly country: string | null;
          readonly scores: readonly (bigint | null)[] | null;
          readonly place: { readonly at: { readonly x: number }; readonly tags: readonly string[] };
        }>();
        return { place: { x: row.place.at.x, tag: row.place.tags[0] ?? null } };
      },
    });
    transform({
      input: { tags: list(utf8) },
      output: { place: struct({ x: float64 }) },
      // @ts-expect-error: x is a number
      row: ({ tags }) => ({ place: { x: tags[0] ?? '' } }),
    });
  });

  it('take arrays for lists', () => {
    transform({
      input: { line: utf8, scores: list(float64) },
      output: { words: nullable(list(utf8)), scores: list(float64) },
      row: ({ line, scores }) => ({ words: line === '' ? null : line.split(','), scores }),
    });
    transform({
      input: { line: utf8 },
      output: list(float64),
      // @ts-expect-error: these are strings
      row: ({ line }) => line.split(','),
    });
  });

  it('refuse a column that is not declared', () => {
    transform({
      input: { name: utf8 },
      output: utf8,
      // @ts-expect-error: there is no column nam
      row: ({ nam }) => nam,
    });
  });

  it('refuse a result of another type', () => {
    // @ts-expect-error: a number is not a string
    transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name.length });
    // @ts-expect-error: null in a column that is not nullable
    transform({ input: { name: utf8 }, output: utf8, row: () => null });
    // @ts-expect-error: a column is missing
    transform({ input: { name: utf8 }, output: { a: utf8, b: float64 }, row: ({ name }) => ({ a: name }) });
    transform({ input: { name: utf8 }, output: nullable(utf8), row: () => null });
  });

  it('have bigints in columns of 64 bits', () => {
    expectTypeOf<RowOf<{ a: typeof int64; b: typeof uint64 }>>().toEqualTypeOf<{
      readonly a: bigint;
      readonly b: bigint;
    }>();
    transform({ input: { a: int64 }, output: nullable(uint64), row: ({ a }) => (a < 0n ? null : a) });
    // @ts-expect-error: a number is not a bigint
    transform({ input: { a: int64 }, output: uint64, row: ({ a }) => Number(a) });
    // @ts-expect-error: bigints and numbers do not mix
    transform({ input: { a: int64 }, output: int64, row: ({ a }) => a + 1 });
  });

  it('have milliseconds in dates and coarse timestamps, bigints in fine ones', () => {
    const micro = nullable(timestamp('us', 'UTC'));
    const milli = timestamp('ms');
    expectTypeOf<RowOf<{ d: typeof date32; m: typeof milli; u: typeof micro }>>().toEqualTypeOf<{
      readonly d: number;
      readonly m: number;
      readonly u: bigint | null;
    }>();
    transform({ input: { m: milli, u: micro }, output: micro, row: ({ m, u }) => u ?? BigInt(m) * 1000n });
    transform({ input: { d: date32 }, output: milli, row: ({ d }) => d + 1 });
    // @ts-expect-error: microseconds are bigints
    transform({ input: { d: date32 }, output: micro, row: ({ d }) => d });
    // @ts-expect-error: there is no such unit
    timestamp('minute');
  });

  it('keep the type of a column token', () => {
    expect(nullable(timestamp('us', 'UTC'))).toEqual({ name: 'timestamp[us]', nullable: true, timezone: 'UTC' });
    expect(timestamp('s')).toEqual({ name: 'timestamp[s]', nullable: false });
  });

  it('make the author handle null', () => {
    // @ts-expect-error: name may be null
    transform({ input: { name: nullable(utf8) }, output: float64, row: ({ name }) => name.length });
  });

  it('list the columns', () => {
    // @ts-expect-error: a string is not a column type
    transform({ input: { name: 'utf8' }, output: utf8, row: () => '' });
  });
});
