/** The double that is nearest to `units · 2^exponent`, of two the even one: infinite past the largest. */
export function roundToDouble(units: bigint, exponent: number): number {
  const { significand, scale } = rounded(units, exponent);
  return significand * 2 ** scale;
}

/** The same divided by a number, before it is scaled: so that what is divided may leave the range of doubles. */
export function divideRounded(units: bigint, exponent: number, divisor: number): number {
  const { significand, scale } = rounded(units, exponent, Number.NEGATIVE_INFINITY);
  return scaled(significand / divisor, scale);
}

const significandBits = 53;

/** Bit 0 of a double's range: the least one above 0. */
export const leastExponent = -1074;

/** At most 53 bits, which a double holds exactly, and what they count. */
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

/** `value · 2^exponent` of a value between 2^-106 and 2^53, rounded once. */
function scaled(value: number, exponent: number): number {
  // The first of two steps is exact, as every number between is normal.
  const first = Math.max(-800, Math.min(800, exponent));
  return value * 2 ** first * 2 ** Math.max(leastExponent, Math.min(1023, exponent - first));
}
