import { type NumberArray, type NumberTypeName, numberTypes } from '../../../schema/column-types.js';
import type { InputBuffers } from '../../backend/addon.js';
import type { InputColumn, RowWindow } from '../../description.js';

/** The values of the column for windows by value, and how far below and above a row's own value windows reach. */
export interface Distances {
  /** Their order and differences are those of the values that the row function sees. */
  readonly values: NumberArray;
  readonly below: number;
  readonly above: number;
}

/** Integers below this are exact as numbers, and so are their sums and differences. */
const exact = 2 ** 52;
const word = 2 ** 32;

/**
 * Converts values to numbers if possible, because arithmetic of bigints takes ten times as long. Bigints that lie less than 2^52 apart
 * (microseconds of 142 years, nanoseconds of 52 days) become distances from the first row's value.
 */
export function distancesOf({ type }: InputColumn, { values }: InputBuffers, window: RowWindow): Distances {
  // For columns of bigints these are bigints too. Only sums with values of the same kind are formed.
  const [below, above] = [window.preceding as number, window.following as number];
  const { milliseconds } = numberTypes[type as NumberTypeName];
  if (!(values instanceof BigInt64Array || values instanceof BigUint64Array)) {
    const numbers = values instanceof Float64Array ? values : new Float64Array(values as Int32Array);
    return { values: milliseconds === undefined ? numbers : numbers.map((one) => one * milliseconds), below, above };
  }
  if (milliseconds !== undefined) return { values: timeValues(values, milliseconds), below, above };
  const near = below < exact && above < exact ? distancesFromFirst(values) : undefined;
  return near === undefined ? { values, below, above } : { values: near, below: Number(below), above: Number(above) };
}

/** Returns the number nearest to each value, as `Number` does: the sum of its two halves, rounded once. */
function timeValues(values: BigInt64Array | BigUint64Array, milliseconds: number): Float64Array {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  const numbers = new Float64Array(values.length);
  for (let row = 0; row < numbers.length; row += 1)
    numbers[row] = ((halves[2 * row + 1] ?? 0) * word + ((halves[2 * row] ?? 0) >>> 0)) * milliseconds;
  return numbers;
}

/** Returns the distances; undefined if a value is too far from the first. */
function distancesFromFirst(values: BigInt64Array | BigUint64Array): Float64Array | undefined {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  const numbers = new Float64Array(values.length);
  const isSigned = values instanceof BigInt64Array;
  const highest = (half: number) => (isSigned ? half : half >>> 0);
  const [low, high] = [(halves[0] ?? 0) >>> 0, highest(halves[1] ?? 0)];
  for (let row = 0; row < numbers.length; row += 1) {
    const distance = (highest(halves[2 * row + 1] ?? 0) - high) * word + (((halves[2 * row] ?? 0) >>> 0) - low);
    if (!(distance < exact && distance > -exact)) return undefined;
    numbers[row] = distance;
  }
  return numbers;
}
