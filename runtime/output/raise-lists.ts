import { hasOffsets, numberTypes } from '../../schema/column-types.js';
import type { ElementType } from '../../schema/columns.js';
import type { OutputColumn } from '../description.js';
import { InputChangedError } from '../errors.js';
import { partCount } from '../input/lower-list.js';
import type { MemoryBudget } from '../memory-budget.js';
import { countClear, set } from '../values/bitmap.js';
import type { ResultChunk, ResultColumn } from './result-columns.js';

/**
 * Returns the columns that native code writes. A list becomes several columns of bytes. The first has its elements, row by row, and tells
 * whether the row is null. For text, the start of each element among those of its row follows, in 4 bytes. If nulls are possible, a byte
 * per element follows, 0 for a null. For lists in a list, the columns of all their elements come first, then the start of each list. {@link
 * lowerList} makes the same form, so that one transform can read what another wrote.
 */
export function nativeOutputs(columns: readonly OutputColumn[]): readonly OutputColumn[] {
  if (columns.every(({ element }) => element === undefined)) return columns;
  return columns.flatMap(({ element, ...column }) =>
    element === undefined ? [column] : partsOf(element).map((nullable) => bytesOf(column, nullable && column.nullable)),
  );
}

/** Returns, for each part of a list, true if it may be null: only the first may. */
function partsOf(element: ElementType): readonly boolean[] {
  return Array.from({ length: partCount(element) }, (_, part) => part === 0);
}

function bytesOf({ name }: OutputColumn, nullable: boolean): OutputColumn {
  return { name, type: 'binary', nullable };
}

/** Converts chunks between the form of Arrow and that of native code. Fixed widths and text stay in place. */
export interface ListConversion {
  /** Converts a chunk that native code wrote to the form of Arrow. */
  raise(chunk: ResultChunk, memory: MemoryBudget): ResultChunk;
  /** Returns the memory of a chunk, as native code takes it, for a later call to overwrite. */
  lower(chunk: ResultChunk): ResultChunk;
}

/** Returns the conversion of results with these columns; undefined if none of them is a list. */
export function listConversion(columns: readonly OutputColumn[]): ListConversion | undefined {
  if (columns.every(({ element }) => element === undefined)) return undefined;
  return {
    raise: (chunk, memory) => raiseLists(columns, chunk, memory),
    lower: (chunk) => lowerLists(columns, chunk),
  };
}

function raiseLists(
  columns: readonly OutputColumn[],
  { length, columns: written }: ResultChunk,
  memory: MemoryBudget,
): ResultChunk {
  let place = 0;
  const raised = columns.flatMap((column) => {
    const count = column.element === undefined ? 1 : partsOf(column.element).length;
    const parts = written.slice(place, place + count);
    place += count;
    return column.element === undefined ? parts : [raiseList(column, column.element, parts, length, memory)];
  });
  return { length, columns: raised };
}

/** Makes a list from its parts. */
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
  // Read before offsets are divided in place.
  const bytes = parts.map(({ offsets }) => offsets?.[length] ?? 0);
  const { part, width } = countedBy(element);
  const offsets = divided(parts[part]?.offsets ?? new Int32Array(1), width);
  const child = raiseElements(element, parts, bytes, offsets, memory);
  if (child === undefined) throw changedLists(column);
  return { values: new Uint8Array(0), offsets, ...(validity !== undefined && { validity }), nullCount, child };
}

/** Returns the part whose bytes tell the number of elements: their own, or the starts of texts and lists. */
export function countedBy(element: ElementType): { readonly part: number; readonly width: number } {
  if (element.element !== undefined) return { part: partCount(element.element), width: 4 };
  return hasOffsets(element.type) ? { part: 1, width: 4 } : { part: 0, width: widthOf(element) };
}

/**
 * Returns all elements of a level. `rows` has the number of elements before each row. Undefined if the parts, whose sizes are `bytes`, do
 * not agree.
 */
function raiseElements(
  element: ElementType,
  parts: readonly ResultColumn[],
  bytes: readonly number[],
  rows: Int32Array,
  memory: MemoryBudget,
): ResultColumn['child'] {
  const count = rows.at(-1) ?? 0;
  // A bitmap of values, one of nulls, and the starts of elements.
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

/**
 * Returns the error for parts that disagree. Native code measures and writes them one by one, so they disagree only if the input has
 * changed.
 */
function changedLists({ name }: OutputColumn): InputChangedError {
  return new InputChangedError(
    `Column ${JSON.stringify(name)}: an input was changed while the call was running. Inputs are borrowed until the promise settles: ` +
      'wait for it, or pass { copyInputs: true }.',
  );
}

function lowerLists(columns: readonly OutputColumn[], { length, columns: raised }: ResultChunk): ResultChunk {
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

/** Returns the values of the innermost elements; undefined if native code writes them in another form. */
function leafOf({ child }: ResultColumn, { type, element }: ElementType): Uint8Array | undefined {
  if (child === undefined || type === 'bool') return undefined;
  return element === undefined ? child.values : leafOf(child, element);
}

function widthOf({ type }: ElementType): number {
  return type === 'bool' || !(type in numberTypes) ? 1 : numberTypes[type as keyof typeof numberTypes].width;
}

/** Divides offsets in place, because they are not needed otherwise. The width is a power of two. */
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
 * Returns the start of each element among those of all rows, and the end of the last. `starts` count from the first element of each row.
 * `rows` has the number of elements before each row, `below` the size of these. Undefined if the result does not rise.
 */
function offsetsOf(starts: Int32Array, rows: Int32Array, below: Int32Array): Int32Array | undefined {
  const offsets = new Int32Array(starts.length + 1);
  // Negative if any of the differences is. This avoids a branch per element.
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

/** Packs bytes of 0 or 1 into bits. Without branches it takes a quarter of the time of testing each byte (Node 20). */
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
