import { nullable, transform, utf8 } from 'rowfuse';

export const stringMethods = transform({
  input: { name: utf8, other: nullable(utf8) },
  output: utf8,
  row({ name, other }) {
    const a = name.normalize(); // RF1306
    const b = name.localeCompare('a', 'en', { numeric: true }); // RF1306
    const c = name.toLocaleUpperCase(); // RF1306
    const d = name.toLocaleLowerCase('tr'); // RF1306
    const e = name.anchor('x'); // RF1301
    const f = name.padStart(3, name.at(0)); // RF1302
    const g = name.replace(/(a)\1/, 'b') + name.replace(new RegExp(name), 'b'); // RF1203 RF1203
    const h = String.fromCharCode(...(name as unknown as number[])); // RF1302
    const i = String.name; // RF1403
    return name;
  },
});
