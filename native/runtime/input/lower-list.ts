import type { InputBuffers } from '../addon.js';
import { isSet } from '../bitmap.js';
import { isTextType, type NumberArray } from '../column-types.js';
import type { InputColumn } from '../description.js';

/**
 * A list as the columns that native code reads: the bytes of its elements, row by row; of text, where each of them begins; and,
 * where nulls may be among them, a byte each. Offsets that are malformed stay so, at the same rows. What backends read of
 * elements is what lies between the ends of the rows: only that is copied where it is.
 */
export function lowerList(buffers: InputBuffers, { element }: InputColumn): readonly InputBuffers[] {
  const { elements, elementCount = 0, offsets = new Int32Array(1), values: _, ...validity } = buffers;
  if (element === undefined || elements === undefined) return [buffers];
  const rows = offsets.length - 1;
  const sound = (offset: number) => offset >= 0 && offset <= elementCount;
  const lowest = offsets[0] ?? 0;
  const highest = offsets[rows] ?? 0;
  const base = sound(lowest) ? lowest : 0;
  const end = sound(highest) && highest >= base ? highest : elementCount;
  const scaled = (width: number) => offsets.map((offset) => (sound(offset) ? (offset - base) * width : -1));
  const bytes = (values: Uint8Array, places: Int32Array): InputBuffers => ({
    values,
    valuesBit: 0,
    offsets: places,
    validityBit: 0,
  });
  const flags = (bits: Uint8Array | undefined, bit: number) => {
    const list = new Uint8Array(end - base).fill(1);
    if (bits !== undefined) for (let at = base; at < end; at += 1) list[at - base] = isSet(bits, bit + at) ? 1 : 0;
    return list;
  };
  const present = element.nullable ? [bytes(flags(elements.validity, elements.validityBit), scaled(1))] : [];
  if (isTextType(element.type)) {
    const starts = elements.offsets ?? new Int32Array(1);
    const places = offsets.map((offset) => (sound(offset) ? (starts[offset] ?? -1) : -1));
    const text = { ...bytes(elements.values as Uint8Array, places), ...validity };
    return [text, bytes(bytesOf(starts.subarray(base, end)), scaled(4)), ...present];
  }
  if (element.type === 'bool') {
    const values = flags(elements.values as Uint8Array, elements.valuesBit);
    return [{ ...bytes(values, scaled(1)), ...validity }, ...present];
  }
  const values = (elements.values as NumberArray).subarray(base, end);
  return [{ ...bytes(bytesOf(values), scaled(values.BYTES_PER_ELEMENT)), ...validity }, ...present];
}

function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
