import type { InputBuffers } from '../backend/addon.js';
import { type ElementType, hasOffsets, type NumberArray } from '../columns/column-types.js';
import type { InputColumn } from '../description.js';
import type { MemoryBudget } from '../memory-budget.js';
import { isSet } from '../values/bitmap.js';

/**
 * A list as the columns that native code reads: the bytes of its elements, row by row; of text and bytes, where each of them begins; and,
 * where nulls may be among them, a byte each. Of lists in a list the columns of all their elements come first, then where each of
 * them begins. Of rows that are malformed it says anything. What backends read of elements is what lies between the ends of the rows: only
 * that is copied where it is.
 */
export function lowerList(
  buffers: InputBuffers,
  { element }: InputColumn,
  memory: MemoryBudget,
): readonly InputBuffers[] {
  const { elements, elementCount = 0, offsets = new Int32Array(1), values: _, ...validity } = buffers;
  if (element === undefined || elements === undefined) return [buffers];
  const { base, end } = rangeOf(offsets, elementCount);
  const [first, ...others] = partsOf(element, elements, elementCount, base, end, memory).map(({ values, places }) => {
    memory.take(4 * offsets.length);
    return { values, valuesBit: 0, offsets: places(offsets), validityBit: 0 };
  });
  return first === undefined ? [buffers] : [{ ...first, ...validity }, ...others];
}

/** How many columns {@link lowerList} makes of a list of such elements. */
export function partCount({ type, nullable, element }: ElementType): number {
  return (element ? partCount(element) + 1 : hasOffsets(type) ? 2 : 1) + (nullable ? 1 : 0);
}

/** The elements from the first that a row has to the last, whatever order the offsets have. Those that are malformed say nothing. */
function rangeOf(offsets: Int32Array, count: number): { readonly base: number; readonly end: number } {
  let base = count;
  let end = 0;
  for (const offset of offsets) {
    if (offset < 0 || offset > count) continue;
    if (offset < base) base = offset;
    if (offset > end) end = offset;
  }
  return { base: Math.min(base, end), end };
}

/** A column of bytes, and the places in it where elements begin: -1 for those of malformed offsets. */
interface Part {
  readonly values: Uint8Array;
  places(offsets: Int32Array): Int32Array;
}

/** The columns of the elements [base, end) out of `count`. */
function partsOf(
  element: ElementType,
  elements: InputBuffers,
  count: number,
  base: number,
  end: number,
  memory: MemoryBudget,
): readonly Part[] {
  const part = (values: Uint8Array, width: number): Part => ({
    values,
    places: (offsets) => scaled(offsets, count, base, width),
  });
  const flags = (bits: Uint8Array | undefined, bit: number) => {
    memory.take(end - base);
    const list = new Uint8Array(end - base).fill(1);
    if (bits !== undefined) for (let at = base; at < end; at += 1) list[at - base] = isSet(bits, bit + at) ? 1 : 0;
    return list;
  };
  const present = element.nullable ? [part(flags(elements.validity, elements.validityBit), 1)] : [];
  const starts = elements.offsets ?? new Int32Array(1);
  const startPart = () => part(bytesOf(starts.subarray(base, end)), 4);
  if (element.element !== undefined) {
    const { elements: inner, elementCount = 0 } = elements;
    if (inner === undefined) throw new Error('a list has elements');
    const range = rangeOf(starts.subarray(base, end + 1), elementCount);
    const within = partsOf(element.element, inner, elementCount, range.base, range.end, memory).map(
      ({ values, places }): Part => ({
        values,
        places: (offsets) => {
          memory.take(4 * offsets.length);
          return places(startsAt(offsets, count, starts, range.base, elementCount));
        },
      }),
    );
    return [...within, startPart(), ...present];
  }
  if (hasOffsets(element.type)) {
    const places = (offsets: Int32Array) => startsAt(offsets, count, starts, 0, elements.values.byteLength);
    return [{ values: elements.values as Uint8Array, places }, startPart(), ...present];
  }
  if (element.type === 'bool') return [part(flags(elements.values as Uint8Array, elements.valuesBit), 1), ...present];
  const values = (elements.values as NumberArray).subarray(base, end);
  return [part(bytesOf(values), values.BYTES_PER_ELEMENT), ...present];
}

/** The bytes before each offset, of so many an element. Loops, and no `map`: half the time (Node 20). */
function scaled(offsets: Int32Array, count: number, base: number, width: number): Int32Array {
  const places = new Int32Array(offsets.length);
  for (let row = 0; row < offsets.length; row += 1) {
    const offset = offsets[row] ?? -1;
    places[row] = offset >= 0 && offset <= count ? (offset - base) * width : -1;
  }
  return places;
}

/**
 * Where the element at each offset begins. An empty list may lie where the start is malformed, which is no matter of its own: it is as
 * empty where the list before ends.
 *
 * @param least the first place of an element, and `most` the one behind the last
 */
function startsAt(offsets: Int32Array, count: number, starts: Int32Array, least: number, most: number): Int32Array {
  const places = new Int32Array(offsets.length);
  for (let row = 0, before = least; row < offsets.length; row += 1) {
    const offset = offsets[row] ?? -1;
    const start = offset >= 0 && offset <= count ? (starts[offset] ?? -1) : -1;
    if (start >= 0 && start <= most) before = start;
    places[row] = before;
  }
  return places;
}

function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
