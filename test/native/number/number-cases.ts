import { Random } from '../random.js';
import { RecordWriter } from '../record-writer.js';

const view = new DataView(new ArrayBuffer(8));

function ofBits(high: number, low: number): number {
  view.setUint32(0, high);
  view.setUint32(4, low);
  return view.getFloat64(0);
}

function step(value: number, ulps: bigint): number {
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) + ulps);
  return view.getFloat64(0);
}

/** Numbers where shortest printing and its layout change their paths. */
function* landmarks(): Generator<number> {
  yield* [0, -0, Number.NaN, Infinity, -Infinity, Number.MIN_VALUE, Number.MAX_VALUE, Number.EPSILON];
  yield* [
    2 ** -1022,
    2 ** -1022 - 2 ** -1074,
    9007199254740991,
    9007199254740992,
    9007199254740994,
    5e-324,
    1e23,
    9e-265,
  ];
  yield* [
    0.1,
    0.2,
    0.1 + 0.2,
    1 / 3,
    123456789012345680000,
    999999999999999900000,
    1e21,
    1e-6,
    1e-7,
    0.000001234,
    1.5e-7,
  ];
  for (let exponent = -1074; exponent <= 1023; exponent++)
    for (const ulps of [-1n, 0n, 1n]) {
      const power = 2 ** exponent;
      if (power > 5e-324 || ulps >= 0n) yield step(power, ulps);
    }
  for (let exponent = -323; exponent <= 308; exponent++)
    for (const ulps of [-2n, -1n, 0n, 1n, 2n]) yield step(Number(`1e${exponent}`), ulps);
  for (let digits = 1; digits <= 17; digits++)
    for (let exponent = -30; exponent <= 30; exponent++)
      yield Number(`${'12345678987654321'.slice(0, digits)}e${exponent}`);
}

function randomDouble(random: Random): number {
  switch (random.below(8)) {
    case 0:
      return random.bits() | 0;
    case 1:
      return (random.bits() | 0) * 2 ** (random.below(90) - 20);
    case 2: // subnormal
      return ofBits(random.bits() & 0x800fffff, random.bits());
    case 3: // few significant digits
      return Number(
        `${random.below(2) ? '-' : ''}${random.below(10 ** (1 + random.below(9)))}e${random.below(640) - 330}`,
      );
    case 4: // few significant bits
      return ofBits(random.bits() & (0xffffffff << random.below(20)), 0);
    case 5: // around 1
      return (random.bits() / 2 ** 32 + random.bits()) / 2 ** random.below(32);
    default:
      return ofBits(random.bits(), random.bits());
  }
}

function writeText(writer: RecordWriter, value: number): void {
  const text = Buffer.from(String(value));
  writer.f64(value);
  writer.u8(text.length);
  writer.bytes(text);
}

/** Records (double, size, text) to the end: numbers as JavaScript prints them. */
export function numberTexts(seed: number, count: number): Buffer {
  const writer = new RecordWriter();
  const random = new Random(seed);
  for (const value of landmarks()) writeText(writer, value);
  for (let i = 0; i < count; i++) writeText(writer, randomDouble(random));
  return writer.take();
}

/** Records (dividend, divisor, remainder) to the end. */
export function remainders(seed: number, count: number): Buffer {
  const writer = new RecordWriter();
  const random = new Random(seed);
  const infinite = [Number.NaN, Infinity, -Infinity] as const;
  const special = [0, -0, ...infinite, 1, -1, 5e-324, Number.MAX_VALUE, 0.1, 7, -7, 10, -10, -(2 ** 31)] as const;
  const integer = () => (random.below(2 ** 32) | 0) >> random.below(32);
  const pick = () =>
    random.chance(0.3) ? random.pick(special) : random.chance(0.3) ? integer() : randomDouble(random);
  for (let i = 0; i < count; i++) {
    const dividend = pick();
    const divisor = random.chance(0.2) ? dividend / (1 + random.below(9)) : pick();
    writer.f64(dividend);
    writer.f64(divisor);
    writer.f64(dividend % divisor);
  }
  return writer.take();
}
