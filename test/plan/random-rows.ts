/** The columns of random row functions, and random rows of them. */
import type { Column, RowFunction } from '../../codegen/ir/row-function.js';
import type { ElementType } from '../../schema/columns.js';
import { Choices } from './choices.js';

export const column = (name: string, type: Column['type'], nullable = false): Column => ({ name, type, nullable });

export const columns: readonly Column[] = [
  column('i32', 'int32'),
  column('i8', 'int8'),
  column('u8', 'uint8'),
  column('i16', 'int16'),
  column('u16', 'uint16'),
  column('u32', 'uint32'),
  column('f64', 'float64'),
  column('day', 'date32'),
  column('ms', 'timestamp[ms]'),
  column('sec', 'timestamp[s]'),
  column('i64', 'int64'),
  column('u64', 'uint64'),
  column('b', 'bool'),
  column('s', 'utf8'),
  column('ni32', 'int32', true),
  column('nu8', 'uint8', true),
  column('nu32', 'uint32', true),
  column('nf64', 'float64', true),
  column('ni64', 'int64', true),
  column('nb', 'bool', true),
  column('ns', 'utf8', true),
];

/** A row function over windows reads these instead. */
export const windowRows = { preceding: 15, following: 0 };
export const windowColumns: readonly Column[] = (['int32', 'uint8', 'int8', 'uint32', 'float64'] as const).map(
  (type) => ({
    ...column(type, 'list'),
    element: { type, nullable: false },
    window: windowRows,
  }),
);

/** Numbers on both sides of every limit that the planner knows. */
export const numbers: readonly number[] = [
  0,
  1,
  2,
  -1,
  3,
  7,
  -5,
  10,
  31,
  32,
  255,
  256,
  1000,
  65_535,
  65_536,
  2 ** 20,
  2 ** 20 - 1,
  2 ** 22 - 1,
  2 ** 24 + 1,
  86_400_000,
  2e9,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 52,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  0.5,
  -0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e300,
];
export const texts: readonly string[] = ['', 'a', 'b', 'é', '✓', '😀', 'null', '12.50', 'a,b', 'undefined!'];

/** Returns a value per column, in the form in which row functions see it. All windows of a row have one length. */
export function randomRow({ input }: RowFunction, seed: number): readonly unknown[] {
  const choices = Choices.ofSeed(seed, 6 * (input.some(({ element }) => element) ? 16 : 1) * input.length);
  const most = Math.min(...input.map(mostRows));
  const length = choices.oneIn(2) ? most : 1 + choices.below(most);
  return input.map((column) => {
    const { element, window } = column;
    if (element && window) return Array.from({ length }, () => randomValue(element, choices));
    return column.scalar === 'index' ? choices.below(1000) : randomValue(column, choices);
  });
}

/** Returns the most rows of a random window. */
function mostRows({ window }: Column): number {
  const most = windowRows.preceding + 1;
  return window && window !== 'bounds' ? Math.min(most, window.preceding + window.following + 1) : most;
}

function randomValue({ type, nullable, element }: ElementType, choices: Choices): unknown {
  if (nullable && choices.oneIn(3)) return null;
  if (element) return Array.from({ length: choices.below(4) }, () => randomValue(element, choices));
  const signed = (bits: number) => choices.integer(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1);
  switch (type) {
    case 'int8':
      return signed(8);
    case 'int16':
      return signed(16);
    case 'int32':
      return signed(32);
    case 'uint8':
      return choices.integer(0, 255);
    case 'uint16':
      return choices.integer(0, 2 ** 16 - 1);
    case 'uint32':
      return choices.integer(0, 2 ** 32 - 1);
    case 'date32':
      return signed(32) * 86_400_000;
    case 'timestamp[ms]':
      return choices.integer(-(2 ** 63), 2 ** 63 - 1024);
    case 'timestamp[s]':
      return choices.integer(-(2 ** 63), 2 ** 63 - 1024) * 1000;
    case 'int64':
      return BigInt(signed(32)) * choices.pick([1n, 2n ** 32n]);
    case 'uint64':
      return BigInt(choices.integer(0, 2 ** 32 - 1)) * choices.pick([1n, 2n ** 32n]);
    case 'bool':
      return choices.oneIn(2);
    case 'timestamp[us]':
    case 'timestamp[ns]':
      return BigInt(signed(32)) * 1_000_003n;
    case 'float32':
      return Math.fround(choices.pick(numbers));
    case 'binary':
    case 'largeBinary':
      return Array.from({ length: choices.below(4) }, () => choices.integer(0, 255));
    case 'dictionary':
    case 'largeUtf8':
    case 'utf8':
      return `${choices.pick(texts)}${choices.pick(texts)}`;
    default:
      return choices.pick(numbers);
  }
}
