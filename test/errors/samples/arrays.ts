import { nullable, transform, utf8 } from 'rowfuse';

export const arrays = transform({
  input: { name: utf8, other: nullable(utf8) },
  output: utf8,
  row({ name, other }) {
    const words = name.split(' ');
    const a = words.reverse().join(); // RF1203
    const b = words === name.split(''); // RF1302
    const c = -words; // RF1302
    const d = name.split(name.at(0)); // RF1302 TS2769
    const e = words.keys(); // RF1301
    const f = words.join(name.at(9)); // RF1302
    const g = name.split(' ').sort((x, y) => (x < y ? 1 : -1)); // RF1203
    return words as never; // RF1303
  },
});
