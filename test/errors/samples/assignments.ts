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
    const second = point; // RF1203
    point.x = 3;
    point.y[0] = 4;
    const third = point; // RF1203
    third.x = 5;
    let one = { x: 1 };
    one = { x: 2, y: 3 } as { x: number }; // RF1203
    one.x += count;
    let call = () => 1; // RF1203
    call = () => 2;
    const constant = 1;
    constant = 2; // TS2588
    let mixed: string | number = name;
    mixed = 1; // RF1304
    return text;
  },
});
