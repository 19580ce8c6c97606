import { float64, int64, transform, utf8 } from 'rowfuse';

export const builtInFunctions = transform({
  input: { x: float64, a: int64, s: utf8 },
  output: float64,
  row({ x, a, s }) {
    const random = Math.random(); // RF1320
    const half = (Math as unknown as { f16round(x: number): number }).f16round(x); // RF1320
    const bigint = Math.floor(a as unknown as number); // RF1321
    const mixed = Math.max(x, a as unknown as number); // RF1321
    const unknown = (Math as unknown as { square(x: number): number }).square(x); // RF1301
    const value = Math.floor; // RF1203
    const spread = Math.hypot(...s.split("").map(Number)); // RF1203
    const further = (Math.floor as (...args: number[]) => number)(x, x); // RF1203
    const text = s;
    return x;
  },
});
