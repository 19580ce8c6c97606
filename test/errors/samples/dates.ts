import { float64, int64, transform, utf8 } from 'rowfuse';

export const dates = transform({
  input: { x: float64, a: int64, s: utf8 },
  output: utf8,
  row({ x, a, s }) {
    const date = new Date(x);
    const now = new Date(); // RF1203
    const local = new Date(2024, 1, 1); // RF1203
    const parsed = new Date(s); // RF1203
    const big = new Date(a as unknown as number); // RF1302
    const sum = (date as never) + 1; // RF1203
    const text = `${date}`; // RF1203
    const year = date.getFullYear(); // RF1306
    const printed = date.toLocaleDateString(); // RF1306
    const words = date.toUTCString(); // RF1301
    const other = date;
    const changed = date.setUTCDate(3) + other.getTime(); // RF1203
    let late = new Date(x);
    const named = (late = new Date(0));
    const moved = late.setTime(3) + named.getTime(); // RF1203
    const dates = [x].map((value) => new Date(value)).sort(); // RF1203
    const mixed = x > 1 ? date : x; // RF1203
    const time = Date.now(); // RF1320
    const read = Date.parse(s); // RF1320
    const whole = date === new Date(x); // RF1203 RF1203
    return date.toISOString();
  },
});
