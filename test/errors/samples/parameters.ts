import { transform, utf8 } from 'rowfuse';

export const rest = transform({
  input: { name: utf8, other: utf8 },
  output: utf8,
  row: ({ name, ...others }) => others.name, // RF1305
});

export const defaults = transform({
  input: { name: utf8 },
  output: utf8,
  row: ({ name = 'x' }) => name, // RF1203
});

export const whole = transform({
  input: { name: utf8 },
  output: utf8,
  row: (row) => `${row}`, // RF1203
});

export const unknown = transform({
  input: { name: utf8 },
  output: utf8,
  row: (row) => row.nam, // RF1305
});

export const generator = transform({
  input: { name: utf8 },
  output: utf8,
  *row({ name }) { // RF1203
    return name;
  },
});

export const third = transform({
  input: { name: utf8 },
  params: { suffix: utf8 },
  output: utf8,
  // @ts-expect-error: there are two
  row: ({ name }, { params }, more) => `${name}${params.suffix}${more}`, // RF1203 RF1401
});

export const unknownParam = transform({
  input: { name: utf8 },
  params: { suffix: utf8 },
  output: utf8,
  row: ({ name }, { params }) => name + params.sufix, // TS2551
});

export const restOfAll = transform({
  input: { name: utf8 },
  params: { suffix: utf8 },
  output: utf8,
  row: ({ name }, ...[{ params }]) => name + params.suffix, // RF1203 RF1203
});

export const changedParam = transform({
  input: { name: utf8 },
  params: { suffix: utf8 },
  output: utf8,
  row({ name }, { params }) {
    params.suffix = name; // TS2540
    return params.suffix;
  },
});
