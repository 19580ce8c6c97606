/** Returns the bits of a double, with -0 as 0. */
export function bitsOf(value: number): bigint {
  return new BigUint64Array(Float64Array.of(value + 0).buffer)[0] ?? 0n;
}
