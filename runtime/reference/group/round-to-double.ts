/** Returns the double nearest to `units · 2^exponent`, the even one of two, and infinity past the largest. */
export function roundToDouble(units: bigint, exponent: number): number {
  const { significand, scale } = rounded(units, exponent);
  return significand * 2 ** scale;
}

/**
 * Divides `units · 2^exponent` by a number and rounds once. The scale is applied last, so that the dividend may exceed the range of
 * doubles.
 */
export function divideRounded(units: bigint, exponent: number, divisor: number): number {
  const { significand, scale } = rounded(units, exponent, Number.NEGATIVE_INFINITY);
  return scaled(significand / divisor, scale);
}

const significandBits = 53;

/** The exponent of the smallest double above 0. */
export const leastExponent = -1074;

/** Rounds to at most 53 bits, which a double holds exactly, and returns them with their scale. */
function rounded(units: bigint, exponent: number, least = leastExponent) {
  const magnitude = units < 0n ? -units : units;
  const length = magnitude === 0n ? 0 : magnitude.toString(2).length;
  const dropped = Math.max(length - significandBits, least - exponent, 0);
  if (dropped === 0) return { significand: Number(units), scale: exponent };
  const kept = halfToEven(magnitude, BigInt(dropped));
  return { significand: Number(units < 0n ? -kept : kept), scale: exponent + dropped };
}

function halfToEven(magnitude: bigint, dropped: bigint): bigint {
  const kept = magnitude >> dropped;
  const rest = magnitude - (kept << dropped);
  const half = 1n << (dropped - 1n);
  const isUp = rest > half || (rest === half && (kept & 1n) === 1n);
  return isUp ? kept + 1n : kept;
}

/** Returns `value · 2^exponent`, rounded once, for a value between 2^-106 and 2^53. */
function scaled(value: number, exponent: number): number {
  // The first of the two steps is exact, because every intermediate number is normal.
  const first = Math.max(-800, Math.min(800, exponent));
  return value * 2 ** first * 2 ** Math.max(leastExponent, Math.min(1023, exponent - first));
}
