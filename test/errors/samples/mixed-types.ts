import { nullable, transform, utf8 } from 'rowfuse';

export const mixedTypes = transform({
  input: { name: utf8, other: nullable(utf8) },
  output: utf8,
  row({ name, other }) {
    let words: { first: string } | Record<string, number> = { first: name };
    if (name === '') words = Object.fromEntries([[name, 3]]); // RF1304
    const size = (name === '' ? 'none' : name.length) as number;
    const twice = (name || size) * 2; // RF1302
    const instead = (other ?? 3) < 3; // RF1302
    const same = (name as unknown) === 3; // RF1302
    const less = (name as unknown as number) < 3; // RF1302
    const unit = name[other as unknown as number]; // RF1302
    return name;
  },
});
