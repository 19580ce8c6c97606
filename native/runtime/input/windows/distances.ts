import type { InputBuffers } from '../../backend/addon.js';
import { type NumberArray, type NumberTypeName, numberTypes } from '../../columns/column-types.js';
import type { InputColumn, RowWindow } from '../../description.js';

/** The values of a column that windows go by, and how far below and above a row's own they reach. */
export interface Distances {
  /** Their order and their differences are those that the row function sees. */
  readonly values: NumberArray;
  readonly below: number;
  readonly above: number;
}

/** Integers of less are exact numbers, and so are their sums and differences. */
const exact = 2 ** 52;
const word = 2 ** 32;

/**
 * Numbers wherever they do: arithmetic of bigints takes ten times as long. Bigints that lie less than 2^52 apart, microseconds of 142
 * years or nanoseconds of 52 days, are told by their distances from the first row's.
 */
export function distancesOf({ type }: InputColumn, { values }: InputBuffers, window: RowWindow): Distances {
  // Of bigints these are bigints, too; the sums of both are what is asked for.
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

/** The number nearest to each, as `Number` has it: of its two halves the sum, which is rounded once. */
function timeValues(values: BigInt64Array | BigUint64Array, milliseconds: number): Float64Array {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  const numbers = new Float64Array(values.length);
  for (let row = 0; row < numbers.length; row += 1)
    numbers[row] = ((halves[2 * row + 1] ?? 0) * word + ((halves[2 * row] ?? 0) >>> 0)) * milliseconds;
  return numbers;
}

/** Undefined where one is too far from the first. */
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
