import { transform, utf8 } from 'rowfuse';

export const assignments = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    let text = name;
    let count = 0;
    text ||= 'x'; // RF1203
    const both = (text = name); // RF1203
    const step = count++; // RF1203
    const constant = 1;
    constant = 2; // TS2588
    let mixed: string | number = name;
    mixed = 1; // RF1304
    return text;
  },
});
