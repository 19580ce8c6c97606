import { type ElementType, hasOffsets, numberTypes } from '../columns/column-types.js';
import type { OutputColumn } from '../description.js';
import { InputChangedError } from '../errors.js';
import { partCount } from '../input/lower-list.js';
import type { MemoryBudget } from '../memory-budget.js';
import { countClear, set } from '../values/bitmap.js';
import type { ResultChunk, ResultColumn } from './result-columns.js';

/**
 * The columns that native code writes: a list is several of bytes. Those of its elements, row by row, which say of the row
 * whether it is null; of text, where each element begins among those of its row, in 4 bytes; and, where nulls may be among them, a
 * byte each, 0 for a null. Of lists in a list the columns of all their elements come first, then where each of them begins. That is
 * what {@link lowerList} makes, too: what one transform wrote another can read.
 */
export function nativeOutputs(columns: readonly OutputColumn[]): readonly OutputColumn[] {
  if (columns.every(({ element }) => element === undefined)) return columns;
  return columns.flatMap(({ element, ...column }) =>
    element === undefined ? [column] : partsOf(element).map((nullable) => bytesOf(column, nullable && column.nullable)),
  );
}

/** The parts of a list, of which the first alone may be null. */
function partsOf(element: ElementType): readonly boolean[] {
  return Array.from({ length: partCount(element) }, (_, part) => part === 0);
}

function bytesOf({ name }: OutputColumn, nullable: boolean): OutputColumn {
  return { name, type: 'binary', nullable };
}

/** A chunk as Arrow has it, of what native code wrote. Fixed widths and text stay where they are. */
export function raiseLists(
  columns: readonly OutputColumn[],
  { length, columns: written }: ResultChunk,
  memory: MemoryBudget,
): ResultChunk {
  if (columns.every(({ element }) => element === undefined)) return { length, columns: written };
  let place = 0;
  const raised = columns.flatMap((column) => {
    const count = column.element === undefined ? 1 : partsOf(column.element).length;
    const parts = written.slice(place, place + count);
    place += count;
    return column.element === undefined ? parts : [raiseList(column, column.element, parts, length, memory)];
  });
  return { length, columns: raised };
}

/** A list out of its parts. */
export function raiseList(
  column: OutputColumn,
  element: ElementType,
  parts: readonly ResultColumn[],
  length: number,
  memory: MemoryBudget,
): ResultColumn {
  const [first] = parts;
  if (first === undefined) throw new Error(`no parts of column ${column.name}`);
  const { validity, nullCount } = first;
  // Before offsets are divided where they are.
  const bytes = parts.map(({ offsets }) => offsets?.[length] ?? 0);
  const { part, width } = countedBy(element);
  const offsets = divided(parts[part]?.offsets ?? new Int32Array(1), width);
  const child = raiseElements(element, parts, bytes, offsets, memory);
  if (child === undefined) throw changedLists(column);
  return { values: new Uint8Array(0), offsets, ...(validity !== undefined && { validity }), nullCount, child };
}

/** The part whose bytes tell how many elements there are: their own, or where texts and lists begin. */
export function countedBy(element: ElementType): { readonly part: number; readonly width: number } {
  if (element.element !== undefined) return { part: partCount(element.element), width: 4 };
  return hasOffsets(element.type) ? { part: 1, width: 4 } : { part: 0, width: widthOf(element) };
}

/**
 * All elements of a level, of which `rows` says how many stand before each row; undefined where the parts, which have so many bytes
 * each, do not agree.
 */
function raiseElements(
  element: ElementType,
  parts: readonly ResultColumn[],
  bytes: readonly number[],
  rows: Int32Array,
  memory: MemoryBudget,
): ResultColumn['child'] {
  const count = rows.at(-1) ?? 0;
  // A bitmap of values, one of nulls, and where each begins.
  memory.take((count >>> 2) + (hasOffsets(element.type) || element.element !== undefined ? 4 * count : 0));
  const { part, width } = countedBy(element);
  const last = partCount(element) - 1;
  const presence = element.nullable ? parts[last] : undefined;
  if (bytes[part] !== count * width || (presence !== undefined && bytes[last] !== count)) return undefined;
  const nulls = presence === undefined ? { nullCount: 0 } : nullsOf(presence.values, count);
  const [{ values = new Uint8Array(0), offsets: places = new Int32Array(1) } = {}] = parts;
  if (element.element === undefined && !hasOffsets(element.type))
    return { length: count, values: element.type === 'bool' ? packed(values, count) : values, ...nulls };
  const inner = element.element && countedBy(element.element);
  const below = inner === undefined ? places : divided(parts[inner.part]?.offsets ?? new Int32Array(1), inner.width);
  const offsets = offsetsOf(startsIn(parts[part]?.values ?? new Uint8Array(0), count), rows, below);
  if (offsets === undefined) return undefined;
  if (element.element === undefined) return { length: count, values, offsets, ...nulls };
  const child = raiseElements(element.element, parts, bytes, below, memory);
  return child && { length: count, values: new Uint8Array(0), offsets, child, ...nulls };
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
    const { offsets, validity } = column;
    const leaf = leafOf(column, element);
    const values = leaf === undefined ? nothing : { ...nothing, values: leaf };
    const { part: counted } = countedBy(element);
    return partsOf(element).map((isFirst, part) => ({
      ...(isFirst ? { ...values, ...(validity && { validity }) } : nothing),
      ...(part === counted && offsets && { offsets }),
    }));
  });
  return { length, columns: lowered };
}

/** The values of the innermost elements; undefined where they are not as native code writes them. */
function leafOf({ child }: ResultColumn, { type, element }: ElementType): Uint8Array | undefined {
  if (child === undefined || type === 'bool') return undefined;
  return element === undefined ? child.values : leafOf(child, element);
}

function widthOf({ type }: ElementType): number {
  return type === 'bool' || !(type in numberTypes) ? 1 : numberTypes[type as keyof typeof numberTypes].width;
}

/** In place: what native code wrote is of no other use. A width is a power of two. */
function divided(offsets: Int32Array, width: number): Int32Array {
  if (width === 1) return offsets;
  const shift = 31 - Math.clz32(width);
  for (let row = 0; row < offsets.length; row += 1) offsets[row] = (offsets[row] ?? 0) >> shift;
  return offsets;
}

function startsIn({ buffer, byteOffset, byteLength }: Uint8Array, elements: number): Int32Array {
  return new Int32Array(buffer, byteOffset, Math.min(elements, byteLength >>> 2));
}

/**
 * Where each element begins among those of all rows, and the last one ends. `starts` are told from the first of each row on; `rows`
 * says how many elements stand before each row, `below` how much these take. Undefined where that does not rise.
 */
function offsetsOf(starts: Int32Array, rows: Int32Array, below: Int32Array): Int32Array | undefined {
  const offsets = new Int32Array(starts.length + 1);
  // Below 0 as soon as one of them is: without a branch for each element.
  let wrong = 0;
  let [begin = 0] = rows;
  let [first = 0] = below;
  for (let row = 1; row < rows.length; row += 1) {
    const end = rows[row] ?? 0;
    const last = below[row] ?? 0;
    const base = first - (starts[begin] ?? 0);
    let before = first;
    for (let at = begin; at < end; at += 1) {
      const start = (base + (starts[at] ?? 0)) | 0;
      offsets[at] = start;
      wrong |= start | (start - before);
      before = start;
    }
    wrong |= begin < end ? last - before : first - last;
    begin = end;
    first = last;
  }
  offsets[starts.length] = below.at(-1) ?? 0;
  return wrong < 0 ? undefined : offsets;
}

/** A bit for each byte, which is 0 or 1. Without branches: a quarter of the time that testing each takes (Node 20). */
function packed(flags: Uint8Array, count: number): Uint8Array {
  const bits = new Uint8Array((count + 7) >>> 3);
  const whole = count >>> 3;
  for (let byte = 0, at = 0; byte < whole; byte += 1) {
    let value = 0;
    for (let bit = 1; bit < 256; bit <<= 1) value |= ((flags[at++] ?? 0) & 1) * bit;
    bits[byte] = value;
  }
  for (let index = whole << 3; index < count; index += 1) if (flags[index] === 1) set(bits, index);
  return bits;
}

function nullsOf(flags: Uint8Array, count: number): { readonly nullCount: number; readonly validity?: Uint8Array } {
  const validity = packed(flags, count);
  const nullCount = countClear(validity, count);
  return nullCount === 0 ? { nullCount } : { nullCount, validity };
}
