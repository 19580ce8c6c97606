import type { Aggregation, LineAggregation, Transform } from '@rowfuse/runtime';
import type { Table } from 'apache-arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiled, rowsOf } from './compiled.js';

const imported = `
export const STATION = 'station' as const;
export const keys = [STATION] as const;
export const unordered = 'none' as const;
export const SEMICOLON = ';';
`;

const text = `
import { aggregate, count, float64, int32, lines, max, nullable, reduce, sum, transform, utf8 } from 'rowfuse';
import { keys, SEMICOLON, STATION, unordered } from './imported.js';

const columns = { station: utf8, temp: float64 } as const;
const keyAgain = keys;
const order = unordered;
const TEMP = 'temp';
const highest = max(TEMP);
const output = { highest, n: count() };
const options = { separator: SEMICOLON } as const;
const kept = [STATION] as const;
const keptAgain = kept;

export const named = aggregate({ input: columns, key: keyAgain, output, order });
export const several = aggregate({ input: columns, key: [STATION, TEMP], output: { n: count(STATION) }, order: unordered });
export const cut = aggregate({ input: lines(options), key: 'line', output: { n: count() } });
export const carried = transform({ input: columns, output: { doubled: float64 }, keep: keptAgain, row: ({ temp }) => ({ doubled: temp * 2 }) });
export const same = transform({ input: columns, output: columns, where: ({ temp }) => temp > 1, row: (row) => row });
export const sums = aggregate({ from: same, key: 'station', output: { total: sum('temp') } });
export const second = aggregate({
  input: columns,
  key: 'station',
  output: {
    second: reduce({
      input: { temp: float64 },
      state: { first: nullable(float64), second: nullable(float64), n: int32 },
      output: nullable(float64),
      init: () => ({ first: null, second: null, n: 0 }),
      step(state, { temp }) {
        if (state.first === null || temp > state.first) return { first: temp, second: state.first, n: state.n + 1 };
        return state.second === null || temp > state.second ? { ...state, second: temp } : state;
      },
      merge(earlier, later) {
        if (earlier.first === null) return later;
        if (later.first === null) return earlier;
        const high = earlier.first < later.first ? later : earlier;
        const low = earlier.first < later.first ? earlier : later;
        return { ...high, second: high.second === null || (low.first ?? 0) > high.second ? low.first : high.second };
      },
      finish: (state) => state.second,
    }),
  },
});
`;

type Columns = Record<string, unknown>;

interface Built {
  readonly named: Aggregation<Columns, Table>;
  readonly several: Aggregation<Columns, Table>;
  readonly cut: LineAggregation<Table>;
  readonly carried: Transform<Columns, Table>;
  readonly same: Transform<Columns, Table>;
  readonly sums: Aggregation<Columns, Table>;
  readonly second: Aggregation<Columns, Table>;
}

const js = { backend: 'js' } as const;
const input = { station: ['b', 'a', 'b'], temp: [1, 2, 3] };

describe('descriptions', () => {
  let built: Built;
  beforeAll(async () => {
    built = await compiled<Built>(text, imported);
  });

  test('take literal and imported constants for key, order, output, columns and separators', async () => {
    const byStation = (one: Record<string, unknown>, other: Record<string, unknown>) =>
      String(one.station) < String(other.station) ? -1 : 1;
    expect(rowsOf(await built.named(input, js)).sort(byStation)).toEqual([
      { station: 'a', highest: 2, n: 1n },
      { station: 'b', highest: 3, n: 2n },
    ]);
    expect(rowsOf(await built.several(input, js))).toHaveLength(3);
    expect(rowsOf(await built.cut(Buffer.from('x;y;x'), js))).toEqual([
      { line: 'x', n: 2n },
      { line: 'y', n: 1n },
    ]);
    expect(rowsOf(await built.carried(input, js))[0]).toEqual({ station: 'b', doubled: 2 });
  });

  test('may have functions that return their row or their state unchanged', async () => {
    expect(rowsOf(await built.same(input, js))).toEqual([
      { station: 'a', temp: 2 },
      { station: 'b', temp: 3 },
    ]);
    expect(rowsOf(await built.sums(input, js))).toEqual([
      { station: 'a', total: 2 },
      { station: 'b', total: 3 },
    ]);
    expect(rowsOf(await built.second(input, js))).toEqual([
      { station: 'a', second: null },
      { station: 'b', second: 1 },
    ]);
  });

  test('may name files by path or URL', async () => {
    await expect(built.cut({ file: 3 } as never, js)).rejects.toThrow('`file` of the input is a number. Pass its path');
  });
});
