import { expand, float64, int32, nullable, transform, utf8 } from 'rowfuse';

// Filters and expansions: `where`, `keep` and `expand`.

export const keptTwice = transform({
  input: { id: int32, name: utf8 },
  output: { name: utf8 },
  keep: ['id', 'name'], // RF1115
  row: ({ name }) => ({ name: name.trim() }),
});

export const keptAgain = transform({
  input: { id: int32, name: utf8 },
  output: utf8,
  keep: ['id', 'id'], // RF1115
  row: ({ name }) => name,
});

export const keptUnderItsName = transform({
  input: { keptUnderItsName: int32 },
  output: int32,
  keep: ['keptUnderItsName'], // RF1115
  row: ({ keptUnderItsName }) => keptUnderItsName,
});

export const unknownKept = transform({
  input: { name: utf8 },
  output: utf8,
  // @ts-expect-error: no such column
  keep: ['id'], // RF1305
  row: ({ name }) => name,
});

const names = ['name'] as ('name' | 'id')[];

export const computedKeep = transform({
  input: { id: int32, name: utf8 },
  output: int32,
  keep: names.slice(), // RF1105
  row: ({ id }) => id,
});

export const spreadKeep = transform({
  input: { id: int32, name: utf8 },
  output: int32,
  keep: [...names], // RF1105
  row: ({ id }) => id,
});

export const unknownInWhere = transform({
  input: { name: utf8 },
  output: utf8,
  where: (row) => {
    const far = [row].map((one) => one.name); // RF1203
    return far.length > 0;
  },
  row: ({ name }) => name,
});

const shared = (row: { readonly name: string }) => row.name === '';

export const whereElsewhere = transform({
  input: { name: utf8 },
  output: utf8,
  where: shared, // RF1105
  row: ({ name }) => name,
});

export const whereOfGenerators = transform({
  input: { name: utf8 },
  output: utf8,
  // @ts-expect-error: no boolean
  *where() { // RF1203
    yield true;
  },
  row: ({ name }) => name,
});

export const generator = transform({
  input: { name: utf8 },
  output: utf8,
  // @ts-expect-error: a generator gives no string
  *row({ name }) { // RF1203
    yield name;
  },
});

export const noGenerator = expand({
  input: { name: utf8 },
  output: utf8,
  // @ts-expect-error: no generator
  rows: ({ name }) => [name], // RF1203
});

export const whereOfExpand = expand({
  input: { name: utf8 },
  output: utf8,
  // @ts-expect-error: rows that are not wanted are not yielded
  where: () => true, // RF1107
  *rows({ name }) {
    yield name;
  },
});

export const rowOfExpand = expand({
  input: { name: utf8 },
  output: utf8,
  // @ts-expect-error: its name is `rows`
  *row({ name }) { // RF1107
    yield name;
  },
});

export const wrongRows = expand({
  input: { name: utf8, size: nullable(float64) },
  output: { part: utf8, size: float64 },
  // @ts-expect-error: rows of other columns
  *rows({ name, size }) {
    yield { part: size, size: 1 }; // RF1303
    yield { part: name }; // RF1110
    yield { part: name, size: 1, more: 2 }; // RF1109
    yield name; // RF1203
  },
});

export const wrongElements = expand({
  input: { name: utf8, size: float64 },
  output: utf8,
  // @ts-expect-error: numbers
  *rows({ name, size }) {
    yield* [size, size]; // RF1303
    yield* name.split(' ').map((word) => word.length); // RF1303
    yield* size as unknown as string[]; // RF1203
    yield 5; // RF1303
  },
});

export const usedYield = expand({
  input: { name: utf8 },
  output: utf8,
  *rows({ name }) {
    const got = yield name; // RF1203
    if (got) yield name;
    if ((yield name) === undefined) yield 'a'; // RF1203
    yield `${yield name}`; // RF1203
  },
});

export const returned = expand({
  input: { name: utf8 },
  output: utf8,
  // @ts-expect-error: a generator of rows returns nothing
  *rows({ name }) {
    if (name === '') return;
    if (name === 'a') return name; // RF1203
    yield name;
  },
});

export const caught = expand({
  input: { name: utf8 },
  output: utf8,
  *rows({ name }) {
    try { // RF1203
      yield name;
    } finally {
      yield '';
    }
  },
});

export const otherGenerator = expand({
  input: { name: utf8 },
  output: utf8,
  *rows({ name }) {
    function* twice() { // RF1203
      yield name;
      yield name;
    }
    yield* twice();
  },
});

export const asynchronous = expand({
  input: { name: utf8 },
  output: utf8,
  // @ts-expect-error: not asynchronous
  async *rows({ name }) { // RF1203
    yield name;
  },
});
