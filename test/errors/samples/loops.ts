import { transform, utf8 } from 'rowfuse';

export const loops = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    for (var i = 0; i < 3; i++) name.trim(); // RF1203
    for (let a = 0, b = 1; a < b; a++) name.trim();
    for (const [first = ''] of name) first.trim();
    let c = '';
    for (c of name) c.trim();
    let mixed: { first: string } | Record<string, number> = { first: name };
    for (const unit of name) mixed = Object.fromEntries([[unit, 1]]); // RF1304
    let count = 0;
    while (count++ < 3) name.trim();
    for (const unit of name) {
      const upper = () => unit.trim();
    }
    return name;
  },
});
