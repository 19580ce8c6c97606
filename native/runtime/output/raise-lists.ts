import { countClear, set } from '../bitmap.js';
import { type ElementType, isTextType, numberTypes } from '../column-types.js';
import type { OutputColumn } from '../description.js';
import { InputChangedError } from '../errors.js';
import type { ResultChunk, ResultColumn } from './result-columns.js';

/**
 * The columns that native code writes: a list is several of bytes. Those of its elements, row by row, which say of the row
 * whether it is null; of text, the size of each element in 4 bytes; and, where nulls may be among them, a byte each, 0 for a
 * null.
 */
export function nativeOutputs(columns: readonly OutputColumn[]): readonly OutputColumn[] {
  if (columns.every(({ element }) => element === undefined)) return columns;
  return columns.flatMap(({ element, ...column }) =>
    element === undefined ? [column] : partsOf(element).map((nullable) => bytesOf(column, nullable && column.nullable)),
  );
}

/** The parts of a list, of which the first alone may be null. */
function partsOf(element: ElementType): readonly boolean[] {
  return [true, ...(isTextType(element.type) ? [false] : []), ...(element.nullable ? [false] : [])];
}

function bytesOf({ name }: OutputColumn, nullable: boolean): OutputColumn {
  return { name, type: 'binary', nullable };
}

/** A chunk as Arrow has it, of what native code wrote. Fixed widths and text stay where they are. */
export function raiseLists(columns: readonly OutputColumn[], { length, columns: written }: ResultChunk): ResultChunk {
  if (columns.every(({ element }) => element === undefined)) return { length, columns: written };
  let place = 0;
  const raised = columns.flatMap((column) => {
    const count = column.element === undefined ? 1 : partsOf(column.element).length;
    const parts = written.slice(place, place + count);
    place += count;
    return column.element === undefined ? parts : [raiseList(column, column.element, parts, length)];
  });
  return { length, columns: raised };
}

function raiseList(
  column: OutputColumn,
  element: ElementType,
  parts: readonly ResultColumn[],
  length: number,
): ResultColumn {
  const [first, second] = parts;
  if (first === undefined) throw new Error(`no parts of column ${column.name}`);
  const { validity, nullCount } = first;
  const ofText = isTextType(element.type);
  const width = ofText ? 4 : widthOf(element);
  // Of text the sizes count the elements.
  const counted = (ofText ? second?.offsets : first.offsets) ?? new Int32Array(1);
  const bytes = first.offsets?.[length] ?? 0;
  const offsets = width === 1 ? counted : divided(counted, width);
  const elements = offsets[length] ?? 0;
  const presence = element.nullable ? parts.at(-1) : undefined;
  const sizes = ofText ? sizesIn(second?.values ?? new Uint8Array(0), elements) : undefined;
  const ends = sizes && running(sizes);
  const isWhole =
    (ends?.[elements] ?? elements * width) === bytes &&
    (presence === undefined || presence.offsets?.[length] === elements);
  if (!isWhole) throw changedLists(column);
  const nulls = presence === undefined ? { nullCount: 0 } : nullsOf(presence.values, elements);
  const values = element.type === 'bool' ? packed(first.values, elements) : first.values;
  return {
    values: new Uint8Array(0),
    offsets,
    ...(validity !== undefined && { validity }),
    nullCount,
    child: { length: elements, values, ...(ends && { offsets: ends }), ...nulls },
  };
}

/** Native code measures and writes the parts of a list one by one: they disagree where the input has changed meanwhile. */
function changedLists({ name }: OutputColumn): InputChangedError {
  return new InputChangedError(
    `Column ${JSON.stringify(name)}: an input was changed while the call was running. Inputs are borrowed until the promise settles: ` +
      'wait for it, or pass { copyInputs: true }.',
  );
}

/** What a later call may write over, of a chunk that was raised: the same memory, as native code takes it. */
export function lowerLists(columns: readonly OutputColumn[], { length, columns: raised }: ResultChunk): ResultChunk {
  if (columns.every(({ element }) => element === undefined)) return { length, columns: raised };
  const lowered = columns.flatMap(({ element }, index): ResultColumn[] => {
    const column = raised[index];
    if (column === undefined || element === undefined) return column === undefined ? [] : [column];
    const nothing = { values: new Uint8Array(0), nullCount: 0 };
    const { offsets, child, validity } = column;
    const counted = offsets && { offsets };
    const values = child === undefined || element.type === 'bool' ? nothing : { ...nothing, values: child.values };
    return partsOf(element).map((isFirst, part) => {
      const own = isTextType(element.type) ? part === 1 : part === 0;
      return { ...(isFirst ? { ...values, ...(validity && { validity }) } : nothing), ...(own && counted) };
    });
  });
  return { length, columns: lowered };
}

function widthOf({ type }: ElementType): number {
  return type === 'bool' || !(type in numberTypes) ? 1 : numberTypes[type as keyof typeof numberTypes].width;
}

/** In place: what native code wrote is of no other use. A width is a power of two. */
function divided(offsets: Int32Array, width: number): Int32Array {
  const shift = 31 - Math.clz32(width);
  for (let row = 0; row < offsets.length; row += 1) offsets[row] = (offsets[row] ?? 0) >> shift;
  return offsets;
}

function sizesIn({ buffer, byteOffset, byteLength }: Uint8Array, elements: number): Int32Array {
  return new Int32Array(buffer, byteOffset, Math.min(elements, byteLength >>> 2));
}

/** Where each element begins, and the last one ends. */
function running(sizes: Int32Array): Int32Array {
  const ends = new Int32Array(sizes.length + 1);
  for (let element = 0, end = 0; element < sizes.length; element += 1) {
    end += sizes[element] ?? 0;
    ends[element + 1] = end;
  }
  return ends;
}

function packed(flags: Uint8Array, count: number): Uint8Array {
  const bits = new Uint8Array((count + 7) >>> 3);
  for (let index = 0; index < count; index += 1) if (flags[index] !== 0) set(bits, index);
  return bits;
}

function nullsOf(flags: Uint8Array, count: number): { readonly nullCount: number; readonly validity?: Uint8Array } {
  const validity = packed(flags, count);
  const nullCount = countClear(validity, count);
  return nullCount === 0 ? { nullCount } : { nullCount, validity };
}
