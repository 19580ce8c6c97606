import {
  aggregate, binary, count, date32, first, float64, int32, lines, list, max, mean, min, nullable, pipe, reduce, rolling, sum, transform, utf8, type ColumnType,
} from 'rowfuse';

const input = { city: utf8, amount: float64, day: date32, tags: list(utf8), raw: binary };

export const noSource = aggregate({ // RF1151
  key: 'city',
  output: { n: count() },
});

const cities = transform({ input, output: { city: utf8 }, row: ({ city }) => ({ city }) });

export const bothSources = aggregate({ // RF1151
  input,
  from: cities,
  key: 'city',
  output: { n: count() },
});

export const moving = rolling({
  input: { amount: float64 },
  output: { mean: float64 },
  window: { preceding: 2, minPeriods: 1 },
  frame: ({ amount }) => ({ mean: amount.mean() }),
});

export const ofWindows = aggregate({
  from: moving, // RF1152
  key: [],
  output: { n: count() },
});

export const ofSomethingElse = aggregate({
  from: undefined, // RF1152
  key: [],
  output: { n: count() },
});

export const noKey = aggregate({ // RF1106
  input,
  output: { n: count() },
});

const keyOf = (name: string) => name;

export const wrongKeys = aggregate({
  input,
  key: ['city', 'tags', 'city', keyOf('day') as 'day'], // RF1105 RF1154 RF1157
  output: { n: count() },
});

export const byTags = aggregate({
  input,
  key: 'tags', // RF1154
  output: { n: count() },
});

export const unknownColumns = aggregate({
  input,
  key: 'country' as never, // RF1153
  output: { n: count('people' as never) }, // RF1153
});

const one = sum;

export const unknownAggregates = aggregate({
  input,
  key: 'city',
  output: {
    total: one('amount'), // RF1155
    average: mean(keyOf('amount') as 'amount'), // RF1155
    city: count(), // RF1157
    ...{ n: count() }, // RF1105
  },
});

const outputs = Object.freeze({ n: count() });

export const outputElsewhere = aggregate({
  input,
  key: 'city',
  output: outputs, // RF1105
});

const columnOf = { city: 'city' } as const;

export const keyInObject = aggregate({ input, key: [columnOf.city], output: { n: count() } }); // RF1105

const whole = { input, key: 'city', output: { n: count() } } as const;

/** Properties that a spread may have are not reported as missing. */
export const spreadDescription = aggregate({ ...whole }); // RF1105

export const wrongTypes = aggregate({
  input,
  key: 'city',
  output: {
    worst: sum('day'), // RF1156
    least: min('raw' as never), // RF1156
    tags: first('tags'), // RF1156
    text: sum('city'), // RF1156
    most: max('amount'),
  },
});

export const wrongOrder = aggregate({
  input,
  key: 'city',
  output: { n: count() },
  order: 'value' as never, // RF1158
});

const onlyLarge = transform({
  input: { amount: float64 },
  output: { amount: float64 },
  where: ({ amount }) => amount > 10,
  row: ({ amount }) => ({ amount }),
});
const withIndex = transform({
  input: { amount: float64 },
  output: { at: int32 },
  row: ({ amount }, { index }) => ({ at: index + amount }),
});
export const numbered = pipe(onlyLarge, withIndex);

export const numberedGroups = aggregate({
  from: numbered, // RF1159
  key: 'at',
  output: { n: count() },
});

export const linesAsOutput = transform({
  input: { city: utf8 },
  output: lines(), // RF1161
  row: ({ city }) => ({ line: city }),
});

export const windowsOfLines = rolling({
  input: lines(), // RF1161
  output: { first: utf8 },
  window: { preceding: 1, minPeriods: 1 },
  frame: ({ line }) => ({ first: line.first() }),
});

export const emptySeparator = transform({
  input: lines({ separator: '' }), // RF1162
  output: utf8,
  row: ({ line }) => line,
});

export const computedSeparator = transform({
  input: lines({ separator: keyOf(';') }), // RF1162
  output: utf8,
  row: ({ line }) => line,
});

export const keptLine = transform({
  input: lines(),
  output: { length: int32 },
  keep: ['line'], // RF1163
  row: ({ line }) => ({ length: line.length }),
});

/** Everything that `reduce` needs except for the one mistake in each of these. */
export const reducedWrongly = aggregate({
  input: { city: utf8, amount: int32, tags: list(utf8), maybe: nullable(float64) },
  key: 'city',
  output: {
    unmerged: reduce({ // RF1106
      input: { amount: int32 },
      state: { n: float64 },
      output: float64,
      init: () => ({ n: 0 }),
      step: ({ n }, { amount }) => ({ n: n + amount }),
      finish: ({ n }) => n,
    }),
    otherType: reduce({
      input: { amount: float64 }, // RF1165
      state: { n: float64 },
      output: float64,
      init: () => ({ n: 0 }),
      step: ({ n }, { amount }) => ({ n: n + amount }),
      merge: (a, b) => ({ n: a.n + b.n }),
      finish: ({ n }) => n,
    }),
    absentNull: reduce({
      input: { maybe: float64 }, // RF1165
      state: { n: float64 },
      output: float64,
      init: () => ({ n: 0 }),
      step: ({ n }, { maybe }) => ({ n: n + maybe }),
      merge: (a, b) => ({ n: a.n + b.n }),
      finish: ({ n }) => n,
    }),
    ofLists: reduce({
      input: { tags: list(utf8) }, // RF1165
      state: { n: float64 },
      output: float64,
      init: () => ({ n: 0 }),
      step: ({ n }, { tags }) => ({ n: n + tags.length }),
      merge: (a, b) => ({ n: a.n + b.n }),
      finish: ({ n }) => n,
    }),
    ofNothing: reduce({
      input: { nothing: int32 }, // RF1153
      state: { n: float64 },
      output: float64,
      init: () => ({ n: 0 }),
      step: ({ n }, { nothing }) => ({ n: n + nothing }),
      merge: (a, b) => ({ n: a.n + b.n }),
      finish: ({ n }) => n,
    }),
    keepsText: reduce({
      input: { city: utf8 },
      state: { longest: utf8 }, // RF1166
      output: int32,
      init: () => ({ longest: '' }),
      step: ({ longest }, { city }) => ({ longest: city.length > longest.length ? city : longest }),
      merge: (a, b) => (a.longest.length < b.longest.length ? b : a),
      finish: ({ longest }) => longest.length,
    }),
    givesText: reduce({
      input: { city: utf8 },
      state: { n: int32 },
      output: utf8, // RF1166
      init: () => ({ n: 0 }),
      step: ({ n }) => ({ n: n + 1 }),
      merge: (a, b) => ({ n: a.n + b.n }),
      finish: ({ n }) => String(n),
    }),
  },
});

export const reducedBuilding = aggregate({
  input: { city: utf8, amount: int32 },
  key: 'city',
  output: {
    builds: reduce({
      input: { amount: int32 },
      state: { n: int32 },
      output: int32,
      init: () => ({ n: 0 }),
      step: ({ n }, { amount }) => { // RF1167
        let text = '';
        for (let i = 0; i < amount; i += 1) text = i % 2 === 0 ? text + i : i + text;
        return { n: n + text.length };
      },
      merge: (a, b) => ({ n: a.n + b.n }),
      finish: ({ n }) => n,
    }),
    reversed: reduce({
      input: { city: utf8 },
      state: { n: int32 },
      output: int32,
      init: () => ({ n: 0 }),
      step: ({ n }, { city }) => ({ n: n + city.split(' ').reverse().join(' ').length }), // RF1167
      merge: (a, b) => ({ n: a.n + b.n }),
      finish: ({ n }) => n,
    }),
  },
});

const round: ColumnType<string> = circle; // TS2448 TS2454
const circle: ColumnType<string> = round;

export const circular = aggregate({ input: { city: round }, key: 'city', output: { n: count() } }); // RF1108
