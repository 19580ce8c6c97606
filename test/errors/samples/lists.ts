import { binary, dictionary, float64, list, nullable, pipe, struct, transform, utf8 } from 'rowfuse';

const elementTypes = [binary, utf8] as const;

export const ofUnknown = transform({
  input: { points: list(elementTypes[0]) }, // RF1122
  output: utf8,
  row: () => '',
});

export const bytesForTexts = transform({
  input: { parts: list(binary) },
  output: list(utf8),
  // @ts-expect-error: bytes are no text
  row: ({ parts }) => parts, // RF1303
});

export const bytesForNumbers = transform({
  input: { parts: list(binary) },
  output: list(list(float64)),
  row: ({ parts }) => parts as never, // RF1303
});

export const numbersForBytes = transform({
  input: { parts: list(binary) },
  output: list(binary),
  row: ({ parts }) => parts.map((part) => [part.length] as never), // RF1303
});

export const soughtAmongBytes = transform({
  input: { parts: list(binary) },
  output: float64,
  row: ({ parts }) => parts.indexOf(parts[0] as Uint8Array), // RF1203
});

export const ofDictionaries = transform({
  input: { words: list(dictionary(utf8)) },
  output: { words: list(dictionary(utf8)) }, // RF1121
  row: ({ words }) => ({ words }),
});

export const ofNumbers = transform({
  input: { s: utf8 },
  output: list(float64),
  // @ts-expect-error: these are strings
  row: ({ s }) => s.split(','), // RF1303
});

export const ofOneValue = transform({
  input: { s: utf8 },
  output: { tags: list(utf8), first: utf8 },
  // @ts-expect-error: a string is no list
  row: ({ s }) => ({ tags: s, first: s }), // RF1303
});

export const ofSeveralKinds = transform({
  input: { s: utf8 },
  output: list(utf8),
  // @ts-expect-error: not all of these are strings
  row: ({ s }) => [s, s.length], // RF1303
});

export const ofObjects = transform({
  input: { tags: list(utf8) },
  output: list(utf8),
  // @ts-expect-error: these are objects
  row: ({ tags }) => tags.map((tag) => ({ tag })), // RF1203
});

export const passed = transform({
  input: { s: utf8 },
  params: { words: list(utf8) }, // RF1123
  output: utf8,
  row: ({ s }) => s,
});

export const changed = transform({
  input: { tags: list(utf8) },
  output: utf8,
  row({ tags }) {
    // @ts-expect-error: a list is frozen
    tags.push('more'); // RF1203
    return tags.join();
  },
});

export const ofIncompleteRecords = transform({
  input: { s: utf8 },
  output: { people: list(struct({ name: utf8, tags: list(struct({ tag: utf8 })) })) },
  // @ts-expect-error: they have no tags
  row: ({ s }) => ({ people: s.split(' ').map((name) => ({ name })) }), // RF1110
});

export const ofWrongFields = transform({
  input: { points: list(nullable(struct({ x: float64 }))) },
  output: { points: list(nullable(struct({ x: utf8 }))) },
  // @ts-expect-error: these are numbers
  row: ({ points }) => ({ points }), // RF1303
});

export const ofOtherRecords = transform({
  input: { s: utf8 },
  output: { points: list(struct({ x: float64 })) },
  // @ts-expect-error: a text is no list of structs
  row: ({ s }) => ({ points: s }), // RF1203
});

export const ofMoreThanDeclared = transform({
  input: { xs: list(float64) },
  output: { points: list(struct({ x: float64 })) },
  row: ({ xs }) => ({ points: xs.map((x) => ({ x, y: x })) }), // RF1109
});

export const scaled = transform({
  input: { points: list(struct({ x: float64 })) },
  output: { points: list(struct({ x: float64 })) },
  row: ({ points }) => ({ points: points.map(({ x }) => ({ x: x * 2 })) }),
});

export const scaledWhereThere = transform({
  input: { points: nullable(list(nullable(struct({ x: float64 })))) },
  output: { points: list(nullable(struct({ x: float64 }))) },
  row: ({ points }) => ({ points: points ?? [] }),
});

export const piped = pipe(scaled, scaled, scaledWhereThere);
export const absent = pipe(scaledWhereThere, scaled); // RF1133

/** Code that reads a column of unknown type, or gives it a value, is not reported as well. */
export const reportedOnce = transform({
  input: { codes: list(elementTypes[1]) }, // RF1122
  output: { all: list(elementTypes[0]), size: float64 }, // RF1122
  row: (row) => ({ all: [], size: row.codes.length }),
});

export const concatenatedBytes = transform({
  input: { numbers: list(float64), bytes: binary },
  output: float64,
  row: ({ numbers, bytes }) => numbers.concat(bytes).length, // RF1203
});
