import { float64, int64, list, nullable, pipe, rolling, struct, timestamp, transform, utf8 } from 'rowfuse';

let size = 3;

export const negative = rolling({
  input: { x: float64 },
  output: nullable(float64),
  window: { preceding: -1 }, // RF1141
  frame: ({ x }) => x.sum(),
});

export const broken = rolling({
  input: { x: float64 },
  output: nullable(float64),
  window: { preceding: 2.5, following: 2 ** 31 }, // RF1141 RF1141
  frame: ({ x }) => x.sum(),
});

export const changing = rolling({
  input: { x: float64 },
  output: nullable(float64),
  window: { preceding: size }, // RF1141
  frame: ({ x }) => x.sum(),
});
size += 1;

export const sometimes = rolling({
  input: { x: float64 },
  output: nullable(float64),
  window: { preceding: 2 },
  reorder: size > 2, // RF1149
  frame: ({ x }) => x.sum(),
});

export const misnamed = rolling({
  input: { x: float64 },
  output: nullable(float64),
  // @ts-expect-error: no such property
  window: { preceding: 2, center: true }, // RF1142
  frame: ({ x }) => x.sum(),
});

export const tooMany = rolling({
  input: { x: float64 },
  output: nullable(float64),
  window: { preceding: 2, minPeriods: 4 }, // RF1143
  frame: ({ x }) => x.sum(),
});

// biome-ignore format: the message has this line as its example
export const neverNull = rolling({ input: { x: float64 }, output: float64, window: { preceding: 2 }, frame: ({ x }) => x.sum() }); // RF1144

export const nullsThere = rolling({ // RF1144
  input: { x: nullable(float64) },
  output: { y: float64 },
  window: { preceding: 2, minPeriods: 1 },
  frame: ({ x }) => ({ y: x.sum() ?? 0 }),
});

export const ofLists = rolling({
  input: { x: list(float64) },
  output: float64,
  window: { preceding: 2, minPeriods: 0 },
  frame: (windows) => windows.x.length, // RF1145
});

export const ofStructs = rolling({
  input: { place: struct({ lat: float64 }) },
  output: float64,
  window: { preceding: 2, minPeriods: 0 },
  // @ts-expect-error: not what the compiler has
  frame: (windows) => windows.place.lat.length, // RF1145
});

/** Nothing determines the number of rows. */
export const ofNothing = rolling({ // RF1145
  input: { x: list(float64) },
  output: nullable(float64),
  window: { preceding: 2 },
  frame: () => 1,
});

/** The result of a window function is no window. */
export const ofParts = rolling({
  input: { x: float64 },
  output: float64,
  window: { preceding: 2, minPeriods: 0 },
  // @ts-expect-error: an array has no sums
  frame: ({ x }) => x.slice(1).sum(), // RF1301
});

export const sumOfText = rolling({
  input: { s: utf8 },
  output: utf8,
  window: { preceding: 2, minPeriods: 0 },
  // @ts-expect-error: text has no sum
  frame: ({ s }) => s.sum(), // RF1301
});

export const first = transform({ input: { x: float64 }, output: float64, row: ({ x }) => x });
export const second = rolling({ input: { x: float64 }, output: float64, window: { preceding: 0 }, frame: ({ x }) => x.sum() });
// @ts-expect-error: no stage of a pipe
export const piped = pipe(first, second); // RF1131

const shape = { time: timestamp('ms'), name: utf8, n: int64, tags: list(utf8), maybe: nullable(float64) } as const;

export const noDuration = rolling({
  input: shape,
  output: float64,
  window: { on: 'time', range: 5 }, // RF1146
  frame: ({ time }) => time.length,
});

export const noUnit = rolling({
  input: shape,
  output: float64,
  window: { on: 'time', range: '5 minutes', following: '-1s' }, // RF1146 RF1146
  frame: ({ time }) => time.length,
});

export const noBigint = rolling({
  input: shape,
  output: float64,
  window: { on: 'n', range: 1.5 }, // RF1146
  frame: ({ time }) => time.length,
});

export const unordered = rolling({
  input: shape,
  output: float64,
  window: { on: 'name', range: 5 }, // RF1147
  frame: ({ time }) => time.length,
});

export const unorderedNulls = rolling({
  input: shape,
  output: float64,
  window: { on: 'maybe', range: 5 }, // RF1147
  frame: ({ time }) => time.length,
});

export const nowhere = rolling({
  input: shape,
  output: float64,
  // @ts-expect-error: no such column
  window: { on: 'date', range: 5 }, // RF1305
  frame: ({ time }) => time.length,
});

export const rowsByValue = rolling({
  input: shape,
  output: float64,
  window: { on: 'time', preceding: 5 }, // RF1142 RF1146
  frame: ({ time }) => time.length,
});

export const byLists = rolling({
  input: shape,
  output: float64,
  window: { preceding: 1, minPeriods: 0 },
  partitionBy: 'tags', // RF1148
  frame: ({ time }) => time.length,
});

export const byNothing = rolling({
  input: shape,
  output: float64,
  window: { preceding: 1, minPeriods: 0 },
  // @ts-expect-error: no such column
  partitionBy: ['name', 'town'], // RF1305
  frame: ({ time }) => time.length,
});
