import { bool, float64, int64, nullable, transform, utf8 } from 'rowfuse';

export const numberMethods = transform({
  input: { x: float64, n: nullable(float64), a: int64, s: utf8, b: bool },
  output: utf8,
  row({ x, n, a, s, b }) {
    const many = x.toFixed(101); // RF1330
    const few = x.toFixed(-1); // RF1330
    const none = x.toPrecision(0); // RF1330
    const nothing = x.toPrecision(null as unknown as number); // RF1330
    const base = x.toString(1); // RF1330
    const large = a.toString(37); // RF1330
    const missing = x.toExponential(Infinity); // RF1330
    const local = x.toLocaleString('en', { style: 'percent' }); // RF1306
    const big = x.toFixed(a as unknown as number); // RF1302
    const unknown = (x as unknown as { square(): string }).square(); // RF1301
    const fixed = (a as unknown as number).toFixed(2); // RF1301
    const flag = (b as unknown as number).toFixed(2); // RF1301
    const maybe = x.toPrecision(s.codePointAt(0)); // RF1302
    const spread = x.toFixed(...([2] as const)); // RF1203
    const radix = (parseInt as (...args: unknown[]) => number)(s, 10, 2); // RF1203
    const text = (BigInt as (...args: unknown[]) => bigint)(); // RF1203
    const absent = BigInt(n as number); // RF1302
    return '';
  },
});
