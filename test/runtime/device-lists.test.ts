import { Field, Float64, Int32, List, Struct, Table, Utf8, type Vector, vectorFromArray } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import type { OutputColumn, TransformDescription } from '../../runtime/description.js';
import { createRuntime, type DeviceTable, type Row } from '../../runtime/index.js';
import { abiVersion } from '../../schema/abi.js';
import { fakeAddon } from './fake-addon.js';

/** Columns of lists, with one pair of parts per list: what a GPU holds of them, behind a device in TypeScript. */
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

/** Parts of `list(struct({ name: utf8, homes: list(struct({ zip: int32 })) }))`. */
const people: readonly OutputColumn[] = [
  {
    name: 'people.name',
    path: ['people', 'name'],
    type: 'list',
    nullable: false,
    element: { type: 'utf8', nullable: false },
    listed: [1],
  },
  {
    name: 'people.homes.zip',
    path: ['people', 'homes', 'zip'],
    type: 'list',
    nullable: false,
    element: { type: 'list', nullable: false, element: { type: 'int32', nullable: false } },
    listed: [1, 2],
  },
];
/** Parts of `list(nullable(struct({ name: utf8, homes: list(nullable(struct({ zip: int32 }))) })))`. */
const loosePeople: readonly OutputColumn[] = [
  {
    name: 'people',
    path: ['people'],
    type: 'list',
    nullable: false,
    element: { type: 'bool', nullable: true },
    listed: [1],
    presence: true,
  },
  {
    name: 'people.name',
    path: ['people', 'name'],
    type: 'list',
    nullable: false,
    element: { type: 'utf8', nullable: true, required: true },
    listed: [1],
  },
  {
    name: 'people.homes',
    path: ['people', 'homes'],
    type: 'list',
    nullable: false,
    element: { type: 'list', nullable: true, required: true, element: { type: 'bool', nullable: true } },
    listed: [1, 2],
    presence: true,
  },
  {
    name: 'people.homes.zip',
    path: ['people', 'homes', 'zip'],
    type: 'list',
    nullable: false,
    element: {
      type: 'list',
      nullable: true,
      required: true,
      element: { type: 'int32', nullable: true, required: true },
    },
    listed: [1, 2],
  },
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

const settled = described('settled', [text], people, ({ text }) => ({
  people: String(text)
    .split(' ')
    .map((name) => ({ name, homes: [...name].map((_, zip) => ({ zip })) })),
}));
const thinned = described('thinned', loosePeople, loosePeople, ({ people }) => ({
  people: (people as ({ name: string; homes: ({ zip: number } | null)[] } | null)[]).map((one) =>
    one === null || one.name === 'b'
      ? null
      : { name: one.name, homes: one.homes.map((home) => (home?.zip === 1 ? null : home)) },
  ),
}));
const counted = described('counted', people, [text], ({ people }) => ({ text: `${(people as unknown[]).length}` }));

function prepare() {
  const transforms = [made, loosened, strict, failing, settled, thinned, counted];
  const addon = fakeAddon(transforms, {
    cuda: () => ({ available: true, reason: 'a test', devices: ['Fake GPU'] }),
  });
  const runtime = createRuntime({ directory: import.meta.url, abi: abiVersion, buildHash: 'hash', load: () => addon });
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
    settled: run(settled),
    thinned: run(thinned),
    counted: run(counted),
  };
}

const told = async (table: DeviceTable) => JSON.parse(JSON.stringify((await table.toArrow()).toArray()));
const lines = () => ({ text: vectorFromArray(['a bc', 'b', ''], new Utf8()) });

describe('lists on a GPU', () => {
  test('are uploaded in parts and come back', async () => {
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

  test('pass from transform to transform without a transfer', async () => {
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

  test('are searched for nulls where none are declared', async () => {
    const { toDevice, made, loosened, strict } = prepare();
    using table = await toDevice(lines());
    using first = await made(table);
    using joined = await strict(first);
    expect(await told(joined)).toEqual([{ text: 'a+bc' }, { text: 'b' }, { text: '' }]);
    using second = await loosened(first);
    await expect(strict(second)).rejects.toThrow(
      'column "words": element 0 of row 1 is null, but the elements are declared utf8, not nullable(utf8).',
    );
  });

  test('are read back for the error of a failing row', async () => {
    const { toDevice, device, made, failing } = prepare();
    using table = await toDevice({ text: vectorFromArray(['a b', 'a b c', ''], new Utf8()) });
    using first = await made(table);
    const live = device.live.size;
    await expect(failing(first)).rejects.toThrow('failing: row 1, column "n"');
    expect(device.live.size).toBe(live);
  });

  test('of structs that are never null are taken as nullable without a transfer', async () => {
    const { toDevice, device, settled, thinned, counted } = prepare();
    using table = await toDevice(lines());
    const before = device.statistics();
    using first = await settled(table);
    using second = await thinned(first);
    using third = await thinned(second);
    expect(device.statistics()).toMatchObject({ ...before, tableBytes: expect.any(Number) });
    expect(await told(second)).toEqual([
      {
        people: [
          { name: 'a', homes: [{ zip: 0 }] },
          { name: 'bc', homes: [{ zip: 0 }, null] },
        ],
      },
      { people: [null] },
      { people: [{ name: '', homes: [] }] },
    ]);
    expect(await told(third)).toEqual(await told(second));
    using sure = await counted(first);
    expect(await told(sure)).toEqual([{ text: '2' }, { text: '1' }, { text: '1' }]);
    await expect(counted(second)).rejects.toThrow('column "people": element 0 of row 1 is null as a whole');
    for (const one of [table, first, second, third, sure]) one.dispose();
    expect(device.live.size).toBe(0);
  });

  test('of structs that may be null are uploaded, and their fields are checked where the struct is present', async () => {
    const { toDevice, device, thinned } = prepare();
    const home = new Struct([new Field('zip', new Int32(), true)]);
    const person = new Struct([
      new Field('name', new Utf8(), true),
      new Field('homes', new List(new Field('item', home, true)) as never, true),
    ]);
    const people = (rows: readonly unknown[]) => ({
      people: vectorFromArray(rows, new List(new Field('item', person, true))) as Vector,
    });
    const rows = [[null, { name: 'a', homes: [null, { zip: 4 }] }], []];
    using table = await toDevice(people(rows));
    expect(await told(table)).toEqual(rows.map((people) => ({ people })));
    using result = await thinned(table);
    expect(await told(result)).toEqual(rows.map((people) => ({ people })));
    using wrong = await toDevice(people([[], [null, { name: 'a', homes: [null, { zip: null }] }]]));
    await expect(thinned(wrong)).rejects.toThrow('column "people.homes.zip": element 1 of element 1 of row 1 is null');
    for (const one of [table, result, wrong]) one.dispose();
    expect(device.live.size).toBe(0);
  });
});
