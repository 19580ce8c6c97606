import { float64, int64, nullable, transform } from 'rowfuse';

export const bitwiseOperators = transform({
  input: { x: float64, a: int64, b: nullable(int64) },
  output: float64,
  row({ x, a, b }) {
    const unsigned = (a as never) >>> (1n as never); // RF1302
    const mixed = a & (x as unknown as bigint); // RF1302
    const power = a ** (x as unknown as bigint); // RF1302
    const absent = (b as bigint) << (b as bigint); // RF1302
    const inverted = ~(b as bigint); // RF1302
    const cut = BigInt.asIntN(64, x as unknown as bigint); // RF1321
    const cutAbsent = BigInt.asUintN(64, b as bigint); // RF1321
    return x;
  },
});
