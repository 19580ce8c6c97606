import { nullable, transform, utf8 } from 'rowfuse';

export const missingReturn = transform({
  input: { name: nullable(utf8) },
  output: nullable(utf8),
  // biome-ignore lint: the missing return is the point
  row({ name }): string | null { // TS2366
    if (name === 'a') return name;
  },
});

export const inferred = transform({
  input: { name: nullable(utf8) },
  output: nullable(utf8),
  row({ name }) { // RF1204
    if (name === 'a') return name;
  },
});
