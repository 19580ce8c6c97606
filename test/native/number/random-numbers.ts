import type { Random } from '../random.js';

const view = new DataView(new ArrayBuffer(8));

export function ofBits(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

export function bitsOf(value: number): bigint {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

export function randomBits(random: Random): bigint {
  return (BigInt(random.bits()) << 32n) | BigInt(random.bits());
}

export const specialNumbers = [
  0,
  -0,
  Number.NaN,
  Infinity,
  -Infinity,
  5e-324,
  -5e-324,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  2 ** -1022,
  2 ** -1022 - 2 ** -1074,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  2 ** 64,
  1e21,
  999999999999999900000,
  1e20,
  1e-6,
  1e-7,
  0.1,
  0.5,
  1.5,
  2.5,
  -2.5,
  1.005,
  8.345,
  25,
  0.000001,
  123.456,
] as const;

/** Returns doubles of every kind, including those where printing changes its paths. */
export function randomNumber(random: Random): number {
  const sign = random.chance(0.3) ? -1 : 1;
  switch (random.below(13)) {
    case 0:
      return random.pick(specialNumbers);
    case 1:
      return random.bits() | 0;
    case 12: {
      // thousandths of up to 16 digits, and the doubles beside them
      const bits = bitsOf(Number(randomBits(random) & ((1n << BigInt(1 + random.below(53))) - 1n)) / 1000);
      return sign * ofBits(bits > 1n ? bits + BigInt(random.below(3)) - 1n : bits);
    }
    case 2: // cents and the like
      return (sign * (random.bits() % 10 ** (1 + random.below(9)))) / 10 ** random.below(7);
    case 3: // halves, quarters, ...: ties of every printed length
      return (sign * random.bits()) / 2 ** (1 + random.below(40));
    case 4: // subnormal
      return sign * ofBits(randomBits(random) & 0x000f_ffff_ffff_ffffn);
    case 5: {
      // neighbours of powers of ten
      const power = bitsOf(Number(`1e${random.below(632) - 323}`));
      return sign * ofBits(power > 2n ? power + BigInt(random.below(5)) - 2n : power);
    }
    case 6: // neighbours of powers of two
      return sign * ofBits(BigInt(random.below(2046)) * 2n ** 52n + BigInt(random.below(3)));
    case 7: // around 1e21 and 2^53
      return sign * ofBits(bitsOf(random.pick([1e21, 2 ** 53, 1e20, 2 ** 63])) + BigInt(random.below(41)) - 20n);
    case 8: // few significant digits
      return sign * Number(`${random.below(10 ** (1 + random.below(8)))}e${random.below(640) - 330}`);
    case 9: // of common size
      return (
        sign * ofBits((randomBits(random) & 0x000f_ffff_ffff_ffffn) | (BigInt(1023 - 30 + random.below(90)) << 52n))
      );
    default:
      return ofBits(randomBits(random));
  }
}

const two63 = 1n << 63n;

/** Bigints of up to 128 bits, including the borders. */
export function randomBigInt(random: Random): bigint {
  const border = random.pick([
    0n,
    1n,
    -1n,
    two63,
    -two63,
    1n << 64n,
    1n << 127n,
    -(1n << 127n),
    10n ** 38n,
    10n ** 18n,
  ]);
  const value = random.chance(0.2)
    ? border - BigInt(random.below(3)) + 1n
    : BigInt.asIntN(1 + random.below(128), (randomBits(random) << 64n) | randomBits(random));
  return BigInt.asIntN(128, value);
}
