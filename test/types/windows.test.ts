import { bool, float64, int32, int64, nullable, rolling, timestamp, utf8 } from 'rowfuse';
import { describe, expectTypeOf, it } from 'vitest';

/** Checked by `npm run typecheck`: each @ts-expect-error must be an error, and each expectation must hold. */
describe('window types', () => {
  it('are read-only arrays with the reductions of numbers and bigints', () => {
    rolling({
      input: { x: float64, n: int64, maybe: nullable(int32), ok: bool, name: nullable(utf8) },
      output: float64,
      window: { preceding: 2, minPeriods: 0 },
      frame({ x, n, maybe, ok, name }) {
        expectTypeOf(x).toExtend<readonly number[]>();
        expectTypeOf(x.sum()).toEqualTypeOf<number>();
        expectTypeOf(n.sum()).toEqualTypeOf<bigint>();
        expectTypeOf(n.mean()).toEqualTypeOf<number>();
        expectTypeOf(maybe.max()).toEqualTypeOf<number | null>();
        expectTypeOf(maybe.mean()).toEqualTypeOf<number | null>();
        expectTypeOf(x.variance()).toEqualTypeOf<number | null>();
        expectTypeOf(ok.first()).toEqualTypeOf<boolean>();
        expectTypeOf(name.last()).toEqualTypeOf<string | null>();
        expectTypeOf(name.count()).toEqualTypeOf<number>();
        // @ts-expect-error: booleans have no sum
        ok.sum();
        // @ts-expect-error: windows do not change
        x.push(1);
        return x.length;
      },
    });
  });

  it('go by columns of the input', () => {
    rolling({
      input: { time: timestamp('ms'), x: float64 },
      output: float64,
      window: { on: 'time', range: '5m' },
      partitionBy: ['x'],
      frame: ({ x }) => x.sum(),
    });
    rolling({
      input: { time: timestamp('ms'), x: float64 },
      output: float64,
      // @ts-expect-error: no such column
      window: { on: 'date', range: '5m' },
      frame: ({ x }) => x.sum(),
    });
    rolling({
      input: { x: float64 },
      output: float64,
      window: { preceding: 1, minPeriods: 0 },
      // @ts-expect-error: no such column
      partitionBy: 'shop',
      frame: ({ x }) => x.sum(),
    });
    rolling({
      input: { x: float64 },
      output: float64,
      window: { preceding: 1, minPeriods: 0 },
      reorder: true,
      // The description of windows does not say in which order loops over them add.
      frame: ({ x }) => x.reduce((sum, value) => sum + value, 0),
    });
    rolling({
      input: { x: float64 },
      output: float64,
      window: { preceding: 1, minPeriods: 0 },
      // @ts-expect-error: yes or no
      reorder: 'sum',
      frame: ({ x }) => x.sum(),
    });
    // @ts-expect-error: the result is a number
    rolling({ input: { x: float64 }, output: utf8, window: { preceding: 0 }, frame: ({ x }) => x.sum() });
  });
});
