import { int32, nullable, transform, utf8 } from 'rowfuse';

export const parsed = transform({
  input: { name: utf8 },
  output: nullable(int32),
  row({ name }) {
    if (name === '') throw new Error('no name');
    return name.length;
  },
});
