import { expand, float64, int32, int8, lines, nullable, pipe, transform, utf8 } from 'rowfuse';

export const trimmedName = transform({
  input: { name: utf8 },
  output: { name: utf8, title: nullable(utf8), size: int32 },
  params: { limit: int32 },
  row: ({ name }) => ({ name: name.trim(), title: null, size: name.length }),
});

export const titled = transform({
  input: { name: utf8, title: utf8 },
  output: utf8,
  row: ({ name, title }) => name + title,
});

export const aged = transform({
  input: { name: utf8, age: int8 },
  output: utf8,
  params: { limit: float64 },
  row: ({ name, age }) => `${name}${age}`,
});

export const limited = transform({
  input: { name: utf8 },
  output: utf8,
  params: { limit: float64 },
  row: ({ name }, { params }) => `${name}${params.limit}`,
});

export const sized = transform({
  input: { size: int8 },
  output: int8,
  row: ({ size }) => size,
});

export const onlyLong = transform({
  input: { name: utf8 },
  output: { name: utf8 },
  where: ({ name }) => name.length > 3,
  row: ({ name }) => ({ name }),
});

export const counted = transform({
  input: { name: utf8 },
  output: utf8,
  row: ({ name }, { index }) => `${index}${name}`,
});

export const everyWord = expand({
  input: { name: utf8 },
  output: utf8,
  *rows({ name }) {
    yield name;
  },
});

const fieldsOfLines = expand({
  input: lines(),
  output: { name: utf8 },
  *rows({ line }) {
    for (const name of line.split(',')) yield { name };
  },
});
const numberedField = transform({ input: { name: utf8 }, output: int32, row: ({ name }, { index }) => index + name.length });

const stages = [trimmedName, onlyLong] as const;

export const one = pipe(trimmedName); // TS2555
export const unknownStage = pipe(trimmedName, stages[1]); // RF1131
export const missing = pipe(onlyLong, aged); // RF1132
export const nulls = pipe(trimmedName, titled); // RF1133
export const narrower = pipe(trimmedName, sized); // RF1133
export const twoLimits = pipe(trimmedName, limited); // RF1134
export const numbersOfFew = pipe(onlyLong, everyWord, counted);
export const numberedFields = pipe(fieldsOfLines, numberedField); // RF1164
export const itself = pipe(onlyLong, itself); // RF1131
pipe(onlyLong, onlyLong); // RF1101
pipe(transform({ input: { text: utf8 }, output: utf8, row: ({ text }) => text.trim() }), onlyLong); // RF1101
