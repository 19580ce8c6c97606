import { Field, Float64, Int32, List, Struct, Table, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import type { OutputColumn, TransformDescription } from '../../native/runtime/description.js';
import { createRuntime, type DeviceTable, type Row } from '../../native/runtime/index.js';
import { fakeAddon } from './fake-addon.js';

/** Of one pair of parts per list: what a GPU would hold of it, behind a device in TypeScript. */
const words: OutputColumn = {
  name: 'words',
  type: 'list',
  nullable: true,
  element: { type: 'utf8', nullable: true },
};
const sureWords: OutputColumn = { ...words, nullable: false, element: { type: 'utf8', nullable: false } };
const deep: OutputColumn = {
  name: 'deep',
  type: 'list',
  nullable: false,
  element: { type: 'list', nullable: false, element: { type: 'float64', nullable: false } },
};
const looseDeep: OutputColumn = {
  ...deep,
  element: { type: 'list', nullable: true, element: { type: 'float64', nullable: true } },
};
const place: readonly OutputColumn[] = [{ name: 'place.x', path: ['place', 'x'], type: 'int32', nullable: false }];
const loosePlace: readonly OutputColumn[] = [
  { name: 'place', path: ['place'], type: 'bool', nullable: true, presence: true },
  { name: 'place.x', path: ['place', 'x'], type: 'int32', nullable: true, required: true },
];

type RowFunction = (row: Row) => unknown;

function described(
  name: string,
  input: readonly OutputColumn[],
  output: readonly OutputColumn[],
  row: RowFunction,
): TransformDescription {
  const source = `examples/${name}.ts`;
  return { name, source, input: input.map((column) => ({ ...column, read: true })), output, single: false, row };
}

const text: OutputColumn = { name: 'text', type: 'utf8', nullable: false };
const made = described('made', [text], [sureWords, deep, ...place], ({ text }) => {
  const words = String(text).split(' ');
  return { words, deep: words.map((word) => [...word].map(() => word.length)), place: { x: words.length } };
});
const loosened = described(
  'loosened',
  [words, looseDeep, ...loosePlace],
  [words, looseDeep, ...loosePlace],
  ({ words, deep, place }) => ({
    words: words === null ? null : (words as string[]).map((word) => (word === 'b' ? null : word)),
    deep,
    place,
  }),
);
const strict = described('strict', [sureWords], [text], ({ words }) => ({ text: (words as string[]).join('+') }));
const failing = described('failing', [sureWords], [{ name: 'n', type: 'int8', nullable: true }], ({ words }) => ({
  n: (words as string[]).length * 60,
}));

function prepare() {
  const transforms = [made, loosened, strict, failing];
  const addon = fakeAddon(transforms, {
    cuda: () => ({ available: true, reason: 'a test', devices: ['Fake GPU'] }),
  });
  const runtime = createRuntime({ directory: import.meta.url, abi: 1, buildHash: 'hash', load: () => addon });
  const run = (description: TransformDescription) =>
    runtime.transform<Record<string, unknown>, Table>(description) as unknown as (
      table: DeviceTable,
      options?: object,
    ) => Promise<DeviceTable>;
  return {
    device: addon.device,
    toDevice: runtime.toDevice as (input: unknown) => Promise<DeviceTable>,
    made: run(made),
    loosened: run(loosened),
    strict: run(strict),
    failing: run(failing),
  };
}

const told = async (table: DeviceTable) => JSON.parse(JSON.stringify((await table.toArrow()).toArray()));
const lines = () => ({ text: vectorFromArray(['a bc', 'b', ''], new Utf8()) });

describe('lists on a GPU', () => {
  test('go up in parts and come back', async () => {
    const { toDevice, device } = prepare();
    const texts = new List(new Field('item', new Utf8(), true));
    const rows = {
      words: vectorFromArray([['a', null, 'bc'], null, [], ['ä']], texts),
      deep: vectorFromArray(
        [[[1, null], []], [null], [], [[2]]],
        new List(new Field('item', new List(new Field('item', new Float64(), true)) as never, true)),
      ),
      points: vectorFromArray(
        [[{ x: 1 }], null, [], [{ x: 2 }, { x: 3 }]],
        new List(new Field('item', new Struct([new Field('x', new Int32())]), true)),
      ),
    };
    const table = new Table(rows as Record<string, Vector>);
    using whole = await toDevice(table);
    expect(whole.device).toBe('cuda:0');
    expect(await told(whole)).toEqual(JSON.parse(JSON.stringify(table.toArray())));
    using some = await toDevice(table.slice(1, 4));
    expect(await told(some)).toEqual(JSON.parse(JSON.stringify(table.slice(1, 4).toArray())));
    using parts = await toDevice(new Table([...table.slice(2).batches, ...table.slice(0, 2).batches]));
    expect(await told(parts)).toHaveLength(4);
    for (const one of [whole, some, parts]) one.dispose();
    expect(device.live.size).toBe(0);
  });

  test('go from transform to transform without a byte over the bus', async () => {
    const { toDevice, device, made, loosened } = prepare();
    using table = await toDevice(lines());
    const before = device.statistics();
    using first = await made(table);
    using second = await loosened(first);
    using third = await loosened(second);
    expect(device.statistics()).toMatchObject({ ...before, tableBytes: expect.any(Number) });
    expect(await told(third)).toEqual([
      { words: ['a', 'bc'], deep: [[1], [2, 2]], place: { x: 2 } },
      { words: [null], deep: [[1]], place: { x: 1 } },
      { words: [''], deep: [[]], place: { x: 1 } },
    ]);
    for (const one of [table, first, second, third]) one.dispose();
    expect(device.live.size).toBe(0);
  });

  test('nulls among elements are looked for where none are declared', async () => {
    const { toDevice, made, loosened, strict } = prepare();
    using table = await toDevice(lines());
    using first = await made(table);
    using joined = await strict(first);
    expect(await told(joined)).toEqual([{ text: 'a+bc' }, { text: 'b' }, { text: '' }]);
    using second = await loosened(first);
    await expect(strict(second)).rejects.toThrow(
      'Column "words": element 0 of row 1 is null, but the elements are declared utf8, not nullable(utf8).',
    );
  });

  test('the row that fails comes back for its error', async () => {
    const { toDevice, device, made, failing } = prepare();
    using table = await toDevice({ text: vectorFromArray(['a b', 'a b c', ''], new Utf8()) });
    using first = await made(table);
    const live = device.live.size;
    await expect(failing(first)).rejects.toThrow('failing: row 1, column "n"');
    expect(device.live.size).toBe(live);
  });
});
