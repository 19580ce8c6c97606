import { hasOffsets, type NumberArray } from '../../../schema/column-types.js';
import type { DeclaredType } from '../../../schema/columns.js';
import type { InputBuffers } from '../../backend/addon.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { isSet, set } from '../../values/bitmap.js';
import { ByteJoiner } from '../chunks/byte-joiner.js';

/** Reorders the rows of a column. `order` has the row for each position. */
export function permuteRows(
  buffers: InputBuffers,
  { type }: DeclaredType,
  order: Int32Array,
  memory: MemoryBudget,
): InputBuffers {
  const { values, valuesBit, offsets, validity, validityBit } = buffers;
  // A bitmap of values and one of nulls.
  memory.take(order.length >>> 2);
  const bits = { valuesBit: 0, validityBit: 0 };
  const valid = validity === undefined ? {} : { validity: permuteBits(validity, validityBit, order) };
  if (hasOffsets(type))
    return { ...bits, ...valid, ...permuteText(values as Uint8Array, offsets ?? new Int32Array(1), order, memory) };
  if (type === 'bool') return { ...bits, ...valid, values: permuteBits(values as Uint8Array, valuesBit, order) };
  memory.take(order.length * (values as NumberArray).BYTES_PER_ELEMENT);
  return { ...bits, ...valid, values: permuteNumbers(values as NumberArray, order) };
}

function permuteBits(source: Uint8Array, bit: number, order: Int32Array): Uint8Array {
  const bits = new Uint8Array((order.length + 7) >>> 3);
  for (let position = 0; position < order.length; position += 1)
    if (isSet(source, bit + (order[position] ?? 0))) set(bits, position);
  return bits;
}

/** Reorders an array of numbers. */
export function permuteNumbers(source: NumberArray, order: Int32Array): NumberArray {
  const permuted = new (source.constructor as new (length: number) => NumberArray)(order.length);
  // The cast picks one of the number arrays for the assignment; all of them behave alike.
  const [to, from] = [permuted as Float64Array, source as Float64Array];
  for (let position = 0; position < order.length; position += 1) to[position] = from[order[position] ?? 0] ?? 0;
  return permuted;
}

/** Reorders text. A row with a negative size gets no bytes; malformed rows were reported before. */
function permuteText(source: Uint8Array, offsets: Int32Array, order: Int32Array, memory: MemoryBudget) {
  memory.take(4 * order.length);
  const permuted = new Int32Array(order.length + 1);
  const sizeOf = (row: number) => Math.max((offsets[row + 1] ?? 0) - (offsets[row] ?? 0), 0);
  for (let position = 0; position < order.length; position += 1)
    permuted[position + 1] = (permuted[position] ?? 0) + sizeOf(order[position] ?? 0);
  memory.take(permuted[order.length] ?? 0);
  const joiner = new ByteJoiner(permuted[order.length] ?? 0);
  for (const row of order) if (sizeOf(row) > 0) joiner.append(source, offsets[row] ?? 0, sizeOf(row));
  return { values: joiner.finish(), offsets: permuted };
}
