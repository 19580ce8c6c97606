import { float64, int64, nullable, transform } from 'rowfuse';

const huge = 2n ** 130n;

export const bigints = transform({
  input: { a: int64, n: float64, c: nullable(int64) },
  output: { value: int64, number: float64 },
  row({ a, n, c }) {
    const mixed = a + n; // RF1302
    const plus = +a; // RF1302
    const absent = c! + (c as bigint); // RF1302
    const negated = -c!; // RF1302
    const compared = c! < a; // RF1302
    const loose = (a as unknown as number) == n; // RF1302
    const same = (a as unknown as number) === n; // RF1302
    const either = (c ?? n) < 3; // RF1302
    const large = 340_282_366_920_938_463_463_374_607_431_768_211_456n; // RF1502
    const captured = a < huge; // RF1502
    const nothing = BigInt(c as bigint); // RF1302
    return { value: n as unknown as bigint, number: a as unknown as number }; // RF1303 RF1303
  },
});
