import { nullable, transform, utf8 } from 'rowfuse';

export const mixedTypes = transform({
  input: { name: utf8, other: nullable(utf8) },
  output: utf8,
  row({ name, other }) {
    const size = name === '' ? 'none' : name.length; // RF1304
    const either = name || 3; // RF1304
    const instead = other ?? 3; // RF1304
    const same = (name as unknown) === 3; // RF1302
    const less = other! < name; // RF1302
    const unit = name[other as unknown as number]; // RF1302
    return name;
  },
});
