import { transform, utf8 } from 'rowfuse';

export const rest = transform({
  input: { name: utf8, other: utf8 },
  output: utf8,
  row: ({ name, ...others }) => others.name, // RF1305 TS2339
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
  row: (row) => row.nam, // RF1305 TS2551
});

export const generator = transform({
  input: { name: utf8 },
  output: utf8,
  *row({ name }) { // RF1203 TS2322
    return name;
  },
});
