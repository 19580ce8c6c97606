import { transform, utf8 } from 'rowfuse';

export const assignments = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    let text = name;
    let count = 0;
    count <<= 1;
    text++; // RF1203
    const point = { x: 1, y: [1, 2] };
    const second = point;
    point.x = 3;
    point.y[0] = 4;
    const third: { x: unknown } = point;
    third.x = () => second; // RF1203
    let one = { x: 1 };
    one = { x: 2, y: 3 } as { x: number };
    one.x += count;
    let call = () => 1; // RF1203
    call = () => 2;
    const constant = 1;
    constant = 2; // TS2588
    let mixed: { first: string } | Record<string, number> = { first: name };
    mixed = Object.fromEntries([[name, 1]]); // RF1304
    return text;
  },
});
