import { transform, utf8 } from 'rowfuse';

const schema = Object.freeze({ name: utf8 });
const text = 'utf8' as unknown as typeof utf8;

transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name }); // RF1101

const hidden = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name }); // RF1101

export const computed = transform({
  input: schema, // RF1105
  output: utf8,
  row: ({ name }) => name,
});

export const unknownType = transform({
  input: { name: text }, // RF1108
  output: utf8,
  row: () => 'a',
});

export const unknownParam = transform({
  input: { name: utf8 },
  params: { limit: text }, // RF1108
  output: utf8,
  row: ({ name }) => name,
});

export const extra = transform({
  input: { name: utf8 },
  output: utf8,
  row: ({ name }) => name,
  // @ts-expect-error: an unknown property
  were: () => true, // RF1107
});

// @ts-expect-error: no row function
export const missing = transform({ input: {}, output: utf8 }); // RF1106

export const twice = transform({
  input: { name: utf8 },
  output: utf8,
  row: ({ name }) => name,
});
export const Twice = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name }); // RF1103
export const manifest = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name }); // RF1104

export const nothing = transform({ input: { name: utf8 }, output: {}, row: () => ({}) }); // RF1112

export const elsewhere = transform({ input: { name: utf8 }, output: utf8, row: String }); // RF1105
