import {
  bool,
  date32,
  dictionary,
  float32,
  float64,
  int8,
  int32,
  int64,
  list,
  nullable,
  struct,
  timestamp,
  transform,
  uint16,
  uint64,
  utf8,
} from 'rowfuse';

// The columns of the fixtures in test/ipc, each read whole.

/** Numbers of several widths, and bits. */
export const ipcNumbers = transform({
  input: {
    i8: nullable(int8),
    u16: nullable(uint16),
    i32: nullable(int32),
    u64: nullable(uint64),
    f32: nullable(float32),
    f64: nullable(float64),
    b: nullable(bool),
  },
  output: {
    i8: nullable(int8),
    u16: nullable(uint16),
    i32: nullable(int32),
    u64: nullable(uint64),
    f32: nullable(float32),
    f64: nullable(float64),
    b: nullable(bool),
    text: utf8,
  },
  row: ({ i8, u16, i32, u64, f32, f64, b }) => ({
    i8,
    u16,
    i32,
    u64,
    f32,
    f64,
    b,
    text: `${i8 ?? 'none'} ${i32 ?? 'none'} ${u64 ?? 'none'} ${f64 ?? 'none'}`,
  }),
});

/** Every layout of text. */
export const ipcTexts = transform({
  input: {
    s: nullable(utf8),
    large: nullable(utf8),
    view: nullable(utf8),
    category: nullable(utf8),
    small: nullable(dictionary(utf8)),
  },
  output: { s: nullable(utf8), joined: utf8, length: int32 },
  row: ({ s, large, view, category, small }) => ({
    s,
    joined: `${large ?? '-'}|${view ?? '-'}|${category ?? '-'}|${small ?? '-'}`,
    length: (s ?? '').length + (view ?? '').length + (small ?? '').length,
  }),
});

const at = struct({ x: nullable(float64), y: nullable(int32) });
const person = struct({ name: nullable(utf8), tags: nullable(list(nullable(utf8))), at: nullable(at) });

/** Structs in lists, lists in structs, lists in lists. */
export const ipcNested = transform({
  input: {
    person: nullable(person),
    numbers: nullable(list(nullable(int32))),
    matrix: nullable(list(nullable(list(nullable(int64))))),
    people: nullable(list(nullable(person))),
  },
  output: {
    name: nullable(utf8),
    tags: nullable(list(nullable(utf8))),
    y: nullable(int32),
    numbers: nullable(list(nullable(int32))),
    sum: int64,
    names: utf8,
  },
  row({ person, numbers, matrix, people }) {
    let sum = 0n;
    for (const row of matrix ?? []) for (const value of row ?? []) sum = BigInt.asIntN(64, sum + (value ?? 0n));
    let names = '';
    for (const one of people ?? []) names += `${one?.name ?? '-'} (${one?.at?.x ?? '-'}) `;
    return { name: person?.name ?? null, tags: person?.tags ?? null, y: person?.at?.y ?? null, numbers, sum, names };
  },
});

/** Columns beside types that no transform takes. */
export const ipcTimes = transform({
  input: { id: int32, day: nullable(date32), moment: nullable(timestamp('us', 'UTC')), clock: nullable(timestamp('ms')) },
  output: { id: int32, day: nullable(date32), moment: nullable(timestamp('us', 'UTC')), clock: nullable(timestamp('ms')) },
  row: ({ id, day, moment, clock }) => ({ id, day, moment, clock }),
});

export const ipcId = transform({ input: { id: int32 }, output: int32, row: ({ id }) => id ^ 1 });

export const ipcNumber = transform({ input: { n: int32 }, output: int32, row: ({ n }) => n ^ 1 });

/** A dictionary that grows or is replaced, looked up row by row. */
export const ipcCategory = transform({
  input: { category: nullable(utf8) },
  output: { upper: nullable(utf8), length: int32 },
  row: ({ category }) => ({ upper: category?.toUpperCase() ?? null, length: (category ?? '').length }),
});

/** Dictionaries below a list and a struct. */
export const ipcTags = transform({
  input: { tags: nullable(list(nullable(utf8))) },
  output: utf8,
  row: ({ tags }) => (tags === null ? 'none' : tags.map((tag) => tag ?? '-').join()),
});

export const ipcRow = transform({
  input: { row: nullable(struct({ category: nullable(utf8), n: nullable(int32) })) },
  output: utf8,
  row: ({ row }) => `${row?.category ?? '-'} ${row?.n ?? '-'}`,
});
