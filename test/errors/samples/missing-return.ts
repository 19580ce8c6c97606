import { nullable, transform, utf8 } from 'rowfuse';

export const missingReturn = transform({
  input: { name: nullable(utf8) },
  output: nullable(utf8),
  // biome-ignore lint: the missing return is the point
  row({ name }): string | null { // RF1204 TS2366
    if (name === 'a') return name;
  },
});
