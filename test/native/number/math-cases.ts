import { Random } from '../random.js';

/** The functions of `Math` whose bits are compared, by the names that math_cases.cpp knows. */
export const mathFunctions: Readonly<Record<string, (x: number, y: number) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  exp: Math.exp,
  expm1: Math.expm1,
  log: Math.log,
  log1p: Math.log1p,
  log2: Math.log2,
  log10: Math.log10,
  cbrt: Math.cbrt,
  round: Math.round,
  toInt32: (x) => x | 0,
  atan2: Math.atan2,
  pow: Math.pow,
  hypot: Math.hypot,
  hypot3: (x, y) => Math.hypot(x, y, x * 0.75),
  remainder: (x, y) => x % y,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  sqrt: Math.sqrt,
  fround: Math.fround,
  abs: Math.abs,
  sign: Math.sign,
  clz32: Math.clz32,
  imul: Math.imul,
  max: Math.max,
  min: Math.min,
};

const binary: ReadonlySet<string> = new Set(['atan2', 'pow', 'hypot', 'hypot3', 'remainder', 'imul', 'max', 'min']);
const angles: ReadonlySet<string> = new Set(['sin', 'cos', 'tan']);

const bits = new DataView(new ArrayBuffer(8));

function ofBits(upper: number, lower: number): number {
  bits.setUint32(0, upper);
  bits.setUint32(4, lower);
  return bits.getFloat64(0);
}

/** Points where a function takes another path; their neighbourhood is searched. */
const thresholds = [
  0,
  Number.MIN_VALUE,
  2 ** -1022,
  ...[-58, -57, -55, -54, -29, -28, -27, -20, -1, 0, 1, 19, 20, 21, 22, 23, 24, 28, 31, 32, 52, 53, 54, 63, 64, 66].map(
    (exponent) => 2 ** exponent,
  ),
  ...[7 / 16, 11 / 16, 19 / 16, 39 / 16, 0.3, 0.6744, 0.78125, 0.975, 1.5, 22, 56 * Math.LN2],
  ...[
    Math.LN2 / 2,
    1.5 * Math.LN2,
    Math.SQRT2,
    Math.SQRT1_2,
    Math.SQRT2 - 1,
    1 - Math.SQRT1_2,
    Math.sqrt(1.5),
    Math.sqrt(3),
  ],
  ...[709.78, 709.782712893384, 710.4758600739439, 745.1332191019411, 708.39641853226408, 1023, 1024, 1074, 1075],
  ...[Math.E, Math.PI / 4, (3 * Math.PI) / 4, 2 ** 19 * (Math.PI / 2), Number.MAX_VALUE],
];

const specials = [0, -0, 1, -1, 0.5, -0.5, 2, 3, Number.NaN, Infinity, -Infinity, Number.MIN_VALUE, Number.MAX_VALUE];

/** Returns a number of any kind that a function may treat specially. */
function argument(random: Random): number {
  const sign = random.below(2) === 0 ? 1 : -1;
  switch (random.below(12)) {
    case 0: // any bits
      return ofBits(random.bits(), random.bits());
    case 1: // any exponent from 2^-64 to 2^64
      return ofBits(
        (random.below(2) << 31) | ((959 + random.below(129)) << 20) | (random.bits() >>> 12),
        random.bits(),
      );
    case 2: // around 1
      return sign * (1 + (random.bits() / 2 ** 32 - 0.5) * 2 ** -random.below(50));
    case 3: // to both sides of a change of paths
      return sign * nextTo(thresholds[random.below(thresholds.length)] ?? 0, random.below(2 ** random.below(24)));
    case 4: // around a multiple of a quarter turn
      return sign * nextTo(random.below(2 ** (1 + random.below(30))) * (Math.PI / 4), random.below(64));
    case 5: // the same, further out than the product is exact
      return sign * (Math.PI / 4) * (random.bits() * 2 ** random.below(900));
    case 6: // subnormal
      return ofBits((random.below(2) << 31) | (random.bits() >>> (12 + random.below(20))), random.bits());
    case 7: // integers and halves
      return (sign * random.below(2 ** (1 + random.below(31)))) / (1 + random.below(2));
    case 8: // decimals
      return (sign * random.below(100_000)) / 10 ** random.below(7);
    case 9: // where exponentials are finite
      return (random.bits() / 2 ** 31 - 1) * 760 + random.bits() * 2 ** -50;
    case 10: // between -2 and 2
      return (random.bits() / 2 ** 32 + random.bits() * 2 ** -64) * 2 * sign;
    default:
      return random.below(64) === 0
        ? (specials[random.below(specials.length)] ?? 0)
        : ofBits((random.below(2) << 31) | ((1003 + random.below(40)) << 20) | (random.bits() >>> 12), random.bits());
  }
}

function nextTo(value: number, steps: number): number {
  bits.setFloat64(0, value);
  const moved = bits.getBigInt64(0) + BigInt(steps - (steps >> 1) * 2 === 0 ? steps >> 1 : -(steps >> 1));
  bits.setBigInt64(0, moved < 0n ? -moved : moved);
  return bits.getFloat64(0);
}

/** Second arguments that are related to the first. */
function second(name: string, x: number, random: Random): number {
  if (random.below(3) === 0) return argument(random);
  if (name === 'pow') {
    switch (random.below(4)) {
      case 0: // small integers and halves
        return (random.below(200) - 100) / (1 + random.below(2));
      case 1: // near overflow and underflow
        return (
          ((random.below(2200) - 1100) / Math.log2(Math.abs(x) || 2)) *
          (1 + (random.bits() / 2 ** 32) * 2 ** -random.below(40))
        );
      case 2:
        return (random.bits() / 2 ** 31 - 1) * 2 ** (random.below(40) - 8);
      default:
        return random.below(2 ** random.below(31)) - 2 ** 20;
    }
  }
  return x * (random.bits() / 2 ** 31 - 1) * 2 ** (random.below(140) - 70);
}

/** Returns pi times 2^bits, by Machin's formula. */
function piTimes(bits: number): bigint {
  const one = 1n << BigInt(bits + 32);
  const arctan = (n: bigint) => {
    let power = one / n;
    let sum = power;
    for (let k = 3n; power !== 0n; k += 2n) {
      power /= -(n * n);
      sum += power / k;
    }
    return sum;
  };
  return (4n * (4n * arctan(5n) - arctan(239n))) >> 32n;
}

/**
 * The doubles that are closest to multiples of pi/2, of every size: m 2^e where m is a denominator of a convergent of 2^e 2/pi. No
 * others lose as many bits in the reduction.
 */
export function closestToQuarterTurns(): readonly number[] {
  const bits = 1300;
  const pi = piTimes(bits);
  const found: number[] = [];
  for (let exponent = -60; exponent <= 971; exponent++) {
    let above = 1n << BigInt(bits + 1 + Math.max(exponent, 0));
    let below = pi << BigInt(Math.max(-exponent, 0));
    let denominator = 1n;
    let next = 0n;
    while (below !== 0n && next < 2n ** 53n) {
      const quotient = above / below;
      [above, below] = [below, above - quotient * below];
      [denominator, next] = [next, quotient * next + denominator];
      if (denominator < 2n ** 53n) found.push(Number(denominator) * 2 ** exponent);
    }
  }
  return found.filter(Number.isFinite);
}

/** Returns records for math_cases.cpp: two arguments, the second of which most functions ignore, and the function's value. */
export function mathCases(name: string, seed: number, count: number): Buffer {
  const evaluate = mathFunctions[name];
  if (!evaluate) throw new RangeError(`There is no function ${name}`);
  const random = new Random(seed);
  const close = angles.has(name) ? closestToQuarterTurns() : [];
  const records = new Float64Array(count * 3);
  for (let row = 0; row < count; row++) {
    const x = close[row] ?? argument(random);
    const y = binary.has(name) ? second(name, x, random) : 0;
    records.set([x, y, evaluate(x, y)], row * 3);
  }
  return Buffer.from(records.buffer);
}
