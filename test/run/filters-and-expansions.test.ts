import { RowError } from '@rowfuse/runtime';
import {
  Bool,
  Dictionary,
  Int32,
  makeVector,
  Table,
  TimestampMillisecond,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { text } from '../addon/columns.js';
import { backendsUnderTest } from '../backends.js';
import { type BuiltTransform, builtToDevice, builtTransforms, transformNamed } from './built-transforms.js';
import { expectEqualsReference } from './expect-equals-reference.js';
import { withRuntimeOptions } from './other-runtime.js';
import { outcomeOf } from './outcome.js';

const transforms = await builtTransforms();
const toDevice = await builtToDevice();

const named = (name: string) => transformNamed(transforms, name).run;

const asTable = (result: Vector | Table): Table => result as Table;
const valuesOf = (result: Vector | Table, column: string) => [...(asTable(result).getChild(column) ?? [])];

describe.each(backendsUnderTest)('%s: filters and expansions', (backend) => {
  const columns = {
    id: makeVector(Int32Array.of(1, 2, 3, 4)),
    name: text(['Ada', 'Alan', 'Grace', '']),
    visibility: text(['public', 'private', null, 'public']),
  };

  it('filter rows, and gather the kept columns', async () => {
    const result = await named('visibleNames')(columns, { backend });
    expect(asTable(result).numRows).toBe(3);
    expect(valuesOf(result, 'id')).toEqual([1, 3, 4]);
    expect(valuesOf(result, 'initial')).toEqual(['A', 'G', '']);
    expect(valuesOf(result, 'shown')).toEqual(['public', null, 'public']);
    expect(asTable(result).schema.fields.map(({ name }) => name)).toEqual(['id', 'initial', 'shown', 'long']);
  });

  it('give an empty table if no row is left, and for an empty input', async () => {
    const { numRows, schema } = asTable(await named('nothingLeft')({ s: text(['a', 'b']) }, { backend }));
    expect([numRows, schema.fields.length]).toEqual([0, 2]);
    const empty = { id: makeVector(new Int32Array(0)), line: text([]) };
    expect(asTable(await named('wordRows')(empty, { backend })).numRows).toBe(0);
    expect((await named('characterRows')({ s: text([null, '', null]) }, { backend })).data[0]?.length).toBe(0);
  });

  it('expand one row into many', async () => {
    const words = Array.from({ length: 100_000 }, (_, index) => `w${index}`);
    const lines = { id: makeVector(Int32Array.of(7, 8, 9)), line: text(['', words.join(' '), 'end']) };
    const result = await named('wordRows')(lines, { backend });
    expect(asTable(result).numRows).toBe(100_001);
    expect(asTable(result).getChild('word')?.get(99_999)).toBe('w99999');
    expect(valuesOf(result, 'id').slice(-2)).toEqual([8, 9]);
    expect(outcomeOf(result)).toEqual(outcomeOf(named('wordRows').reference(lines)));
  });

  it('count rows over many tiles', async () => {
    const rows = 200_003;
    const s = text(Array.from({ length: rows }, (_, row) => (row % 5 === 0 ? '' : `é${row % 77}`)));
    const b = vectorFromArray(
      Array.from({ length: rows }, (_, row) => row % 3 === 0),
      new Bool(),
    );
    for (const name of ['conditionalRows', 'everythingStays', 'characterRows']) {
      expect(outcomeOf(await named(name)({ s, b }, { backend })), name).toEqual(
        outcomeOf(named(name).reference({ s, b })),
      );
    }
  });

  it('stop an endless generator, and the next call works', async () => {
    const run = named('endlessRows');
    const n = makeVector(Float64Array.of(1, 77.25, 2));
    const call = run({ n }, { backend });
    await expect(call).rejects.toThrow(RowError);
    await expect(call).rejects.toThrow(
      'row 1: the row function threw RangeError: its loops took more than 16777216 steps',
    );
    const { result, errors } = await run({ n }, { backend, onError: 'collect' });
    expect(errors.map(({ row }) => row)).toEqual([1]);
    expect([...(result as Vector)]).toEqual([1, 2, 3, 2, 3, 4]);
  }, 120_000);

  it('report the lowest row that fails, in either function', async () => {
    const run = named('tolerantFilters');
    const of = (texts: readonly string[], numbers: readonly number[]) =>
      run({ s: text(texts), n: makeVector(Float64Array.from(numbers)) }, { backend });
    await expect(of(['a', '', 'b', 'c'], [1, 1.5, 1, 1.5])).rejects.toThrow('row 2: the row function threw Error: b');
    await expect(of(['a', '', 'c', 'b'], [1, 1.5, 1.5, 1])).rejects.toThrow('row 2, column "small": the row function');
    expect(valuesOf(await of(['a', '', 'c'], [1, 1.5, 2]), 'small')).toEqual([1, 2]);
  });

  it('give no rows for a failing row, and report its number in the input', async () => {
    const run = named('tolerantGrowth');
    const input = { s: text(['ab', 'aq', 'x']), n: makeVector(Float64Array.of(1, 2, 3)) };
    const { result, errors, failedRows } = await run(input, { backend, onError: 'collect' });
    expect(failedRows).toBe(1);
    expect(errors.map(({ row }) => row)).toEqual([1]);
    expect(valuesOf(result, 'text')).toEqual(['aa', 'baab', 'xx']);
    expect(valuesOf(await run(input, { backend, onError: 'null' }), 'size')).toEqual([1, 1, 3]);
  });

  it('run over device tables, one after the other', async () => {
    using table = await toDevice(columns, { backend });
    using visible = await named('visibleNames')(table);
    expect(visible.numRows).toBe(3);
    using again = await toDevice(
      { s: text(['a b', '', 'c']), b: vectorFromArray([true, false, null], new Bool()) },
      { backend },
    );
    using all = await named('everythingStays')(again);
    expect(outcomeOf(await all.toArrow())).toEqual(
      outcomeOf(
        named('everythingStays').reference({
          s: text(['a b', '', 'c']),
          b: vectorFromArray([true, false, null], new Bool()),
        }),
      ),
    );
    using none = await named('nothingLeft')(again);
    expect(none.numRows).toBe(0);
    using words = await named('characterRows')(none);
    expect([words.numRows, (await words.toArrow()).numRows]).toEqual([0, 0]);
  });

  it('stream batches whose lengths differ from those of the input', async () => {
    const batch = (lines: readonly string[]) =>
      new Table({ id: makeVector(Int32Array.from(lines.keys())), line: text(lines) }).batches;
    const counts: number[] = [];
    for await (const { numRows } of named('wordRows').stream([['a b', 'c'], [''], ['d e f']].flatMap(batch), {
      backend,
    })) {
      counts.push(numRows);
    }
    expect(counts).toEqual([3, 0, 3]);
  });
});

/** Results have at most this many bytes of text per chunk. */
const withSmallChunks = (maxBytes: number) => withRuntimeOptions('small-chunks', `maxBytes: ${maxBytes}`);

/** This is the case where memory of the addon cannot become an ArrayBuffer. */
const withoutOnePass = () =>
  withRuntimeOptions(
    'two-passes',
    `load: (file) => {
    const module = { exports: {} };
    process.dlopen(module, file);
    return { ...module.exports, onePass: [] };
  }`,
  );

describe.runIf(backendsUnderTest.includes('cpu'))('cpu, in two passes', async () => {
  const two = await withoutOnePass();
  // Results of a known number of rows take two passes where memory of our own cannot become an ArrayBuffer.
  for (const transform of transforms) {
    it(transform.name, () =>
      expectEqualsReference(
        { ...transform, run: two[transform.name] ?? transform.run },
        'cpu',
        transform.emits === 'one' ? 3 : 20,
      ),
    );
  }
});

describe.each(backendsUnderTest)('%s: results of several chunks', (backend) => {
  it('continue if one chunk cannot hold the text', async () => {
    const small = await withSmallChunks(200);
    const id = makeVector(Int32Array.from({ length: 300 }, (_, row) => row));
    const line = text(
      Array.from({ length: 300 }, (_, row) => Array.from({ length: row % 7 }, () => `w${row}`).join(' ')),
    );
    const result = asTable(await (small.wordRows as BuiltTransform['run'])({ id, line }, { backend }));
    expect(result.batches.length).toBeGreaterThan(5);
    expect(outcomeOf(result)).toEqual(outcomeOf(named('wordRows').reference({ id, line })));
    const numbers = makeVector(new Float64Array(300));
    const kept = asTable(await (small.tolerantKept as BuiltTransform['run'])({ s: line, n: numbers }, { backend }));
    expect([...(kept.getChild('s') ?? [])]).toEqual([...line]);
  });

  // Plain JavaScript does not stop here.
  it.skipIf(backend === 'js')('end with an error if one row has too many rows', async () => {
    const small = await withSmallChunks(200);
    const line = text(['a', Array.from({ length: 300 }, () => 'x').join(' '), 'b']);
    const call = (small.wordRows as BuiltTransform['run'])({ id: makeVector(new Int32Array(3)), line }, { backend });
    await expect(call).rejects.toThrow('wordRows: row 1: its rows take more bytes of text');
  });
});

describe.each(backendsUnderTest)('%s: columns that stay in place', (backend) => {
  const rows = 1000;
  const columns = {
    id: makeVector(Int32Array.from({ length: rows }, (_, row) => row)),
    b: vectorFromArray(
      Array.from({ length: rows }, (_, row) => (row % 7 === 0 ? null : row % 2 === 0)),
      new Bool(),
    ),
    s: text(Array.from({ length: rows }, (_, row) => `s${row}`)),
    t: text(Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? null : `é${row}`))),
    at: vectorFromArray(
      Array.from({ length: rows }, (_, row) => new Date(row * 1000)),
      new TimestampMillisecond(),
    ),
    big: makeVector(BigUint64Array.from({ length: rows }, (_, row) => BigInt(row))),
    unread: makeVector(Float64Array.from({ length: rows }, (_, row) => row / 2)),
  };

  it("share the input's memory", async () => {
    const result = asTable(await named('sharedColumns')(columns, { backend }));
    for (const name of ['id', 'unread', 'big', 's', 't', 'at'] as const) {
      expect(result.getChild(name)?.data[0]?.values.buffer, name).toBe(columns[name].data[0]?.values.buffer);
    }
    expect(outcomeOf(result)).toEqual(outcomeOf(named('sharedColumns').reference(columns)));
  });

  it('are right for slices, whose offsets and bits start anywhere', async () => {
    for (const [from, to] of [
      [0, 8],
      [3, 900],
      [64, 65],
      [999, 1000],
      [5, 5],
    ] as const) {
      const slices = Object.fromEntries(
        Object.entries(columns).map(([name, column]) => [name, column.slice(from, to)]),
      );
      const result = asTable(await named('sharedColumns')(slices, { backend }));
      expect(result.numRows).toBe(to - from);
      for (const name of ['id', 's', 't', 'b', 'unread'] as const)
        expect([...(result.getChild(name) ?? [])], name).toEqual([...columns[name].slice(from, to)]);
    }
  });

  it('are copied if inputs are copied, and dictionaries are decoded', async () => {
    const copied = asTable(await named('sharedColumns')(columns, { backend, copyInputs: true }));
    expect(copied.getChild('id')?.data[0]?.values.buffer).not.toBe(columns.id.data[0]?.values.buffer);
    const s = vectorFromArray(['b', 'a', null, 'b'], new Dictionary(new Utf8(), new Int32()));
    const kept = asTable(await named('tolerantKept')({ s, n: makeVector(Float64Array.of(1, 2, 3, 4)) }, { backend }));
    expect([...(kept.getChild('s') ?? [])]).toEqual(['b', 'a', null, 'b']);
    expect(String(kept.schema.fields[0]?.type)).toBe('Utf8');
  });

  it('are shared by device tables', async () => {
    using table = await toDevice(columns, { backend });
    using result = await named('sharedColumns')(table);
    table.dispose();
    expect(outcomeOf(await result.toArrow())).toEqual(outcomeOf(named('sharedColumns').reference(columns)));
  });

  it('are not overwritten by a later result', async () => {
    const run = named('sharedColumns');
    const first = await run(columns, { backend });
    const second = asTable(await run(columns, { backend, out: first }));
    expect(second.getChild('id')?.data[0]?.values.buffer).toBe(columns.id.data[0]?.values.buffer);
    expect([...columns.id].slice(0, 3)).toEqual([0, 1, 2]);
  });
});
