import type { LineTransform, Transform } from '@rowfuse/runtime';
import { makeVector, type Table } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { compiled } from './compiled.js';

/** A row that takes some milliseconds: all rows of each call would take most of a minute. */
const slow = 'for (let i = 0; i < 200000; i += 1) x = Math.sin(x) + 1;';

const built = await compiled<Record<string, Transform<Record<string, unknown>, never> & LineTransform<never>>>(`
  import { aggregate, count, expand, float64, lines, nullable, pipe, reduce, rolling, transform } from 'rowfuse';

  export const rows = transform({
    input: { n: float64 },
    output: nullable(float64),
    row({ n }) { let x = n; ${slow} return x; },
  });
  export const some = transform({
    input: { n: float64 },
    output: { n: float64 },
    where({ n }) { let x = n; ${slow} return x > 0; },
    row: ({ n }) => ({ n }),
  });
  export const oneToMany = expand({
    input: { n: float64 },
    output: { k: float64 },
    *rows({ n }) { for (let k = 0; k < 10000; k += 1) { let x = n; ${slow.replace('200000', '1600')} yield { k: x }; } },
  });
  const doubled = transform({ input: { k: float64 }, output: { k: float64 }, row: ({ k }) => ({ k: 2 * k }) });
  export const piped = pipe(oneToMany, doubled);
  const many = expand({
    input: { n: float64 },
    output: { k: float64 },
    *rows({ n }) { for (let k = 0; k < 20; k += 1) yield { k: n + k }; },
  });
  const more = expand({
    input: { k: float64 },
    output: { v: float64 },
    *rows(row) { for (let v = 0; v < 1000; v += 1) yield { v: row.k + v }; },
  });
  export const quick = pipe(many, more);
  export const windows = rolling({
    input: { n: float64 },
    output: nullable(float64),
    window: { preceding: 1, minPeriods: 1 },
    frame({ n }) { let x = n[0] ?? 0; ${slow} return x; },
  });
  export const groups = aggregate({ from: some, key: 'n', output: { rows: count() } });
  export const reduced = aggregate({
    input: { n: float64 },
    key: [],
    output: {
      all: reduce({
        input: { n: float64 },
        state: { x: float64 },
        output: float64,
        init: () => ({ x: 0 }),
        step(state, { n }) { let x = state.x + n; ${slow} return { x }; },
        merge: (a, b) => ({ x: a.x + b.x }),
        finish: ({ x }) => x,
      }),
    },
  });
  export const ofLines = transform({
    input: lines(),
    output: float64,
    row({ line }) { let x = line.length; ${slow} return x; },
  });
  export const linesGrouped = aggregate({ from: ofLines, key: 'ofLines', output: { rows: count() } });
`);

const numbers = { n: makeVector(new Float64Array(8000)) };
const text = Buffer.alloc(16_000, 'a\n');

describe('a signal aborts a long call on js before it ends', () => {
  test.each<[string, unknown, object]>([
    ['rows', numbers, {}],
    ['rows', numbers, { onError: 'null' }],
    ['some', numbers, {}],
    ['oneToMany', numbers, {}],
    ['piped', numbers, {}],
    ['windows', numbers, {}],
    ['groups', numbers, {}],
    ['reduced', numbers, {}],
    ['ofLines', text, {}],
    ['linesGrouped', text, { onError: 'collect' }],
  ])('%s', async (name, input, options) => {
    const call = built[name] as unknown as (input: unknown, options: object) => Promise<unknown>;
    const start = performance.now();
    const signal = AbortSignal.timeout(50);
    await expect(call(input, { backend: 'js', signal, ...options })).rejects.toMatchObject({ name: 'TimeoutError' });
    // Some dozen milliseconds on an idle machine.
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test('concurrent calls of a pipe with an expansion do not share rows', async () => {
    const { quick } = built;
    if (quick === undefined) throw new Error('no pipe');
    const input = (n: number) => ({ n: makeVector(Float64Array.of(n)) });
    const of = (table: unknown) => (table as Table).getChild('v')?.toArray();
    const results = await Promise.all([1, 2, 3].map((n) => quick(input(n), { backend: 'js' })));
    for (const [index, result] of results.entries()) expect(of(result)).toEqual(of(quick.reference(input(index + 1))));
  });
});
