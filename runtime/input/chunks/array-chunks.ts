import { type NumberType, numberTypes } from '../../../schema/column-types.js';
import { describeType } from '../../../schema/columns.js';
import type { InputColumn } from '../../description.js';
import { SchemaError } from '../../errors.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { allSet, clear, set, type Validity } from '../../values/bitmap.js';
import { showValue } from '../../values/show-value.js';
import { describeValues, holds, toStored } from '../../values/stored-values.js';
import { timeValue } from '../../values/time-value.js';
import { kindOf } from '../../words.js';
import { isBytes } from '../bytes.js';
import { elementAdvice } from '../checks/element-advice.js';
import { type Chunk, maxTextBytes } from './chunk.js';
import { ListChunk } from './list-chunk.js';
import { BoolChunk, NumberChunk, Utf8Chunk } from './plain-chunks.js';
import { textChunks } from './text-chunks.js';

/** The way in which arrays are encoded. */
export interface ArrayEncoding {
  /** True if errors show elements. */
  readonly valuesInErrors: boolean;
  /** The budget of the call. */
  readonly memory: MemoryBudget;
}

interface ArrayContext extends ArrayEncoding {
  readonly column: InputColumn;
  /** For the concatenated elements of lists: returns the list and the position of an element. */
  readonly placeOf: ((element: number) => ElementPlace) | undefined;
}

interface ElementPlace {
  readonly row: number;
  readonly where: string;
}

/**
 * Encodes a plain JavaScript array as column chunks. Null and undefined are null. Lone surrogate halves in strings become U+FFFD, since
 * Arrow cannot hold them.
 *
 * @throws SchemaError naming the first element that the column cannot hold.
 */
export function arrayChunks(
  array: readonly unknown[],
  column: InputColumn,
  { valuesInErrors, memory }: ArrayEncoding,
  placeOf?: (element: number) => ElementPlace,
): Chunk[] {
  const context = { column, valuesInErrors, memory, placeOf };
  switch (column.type) {
    case 'utf8':
    case 'dictionary':
    case 'largeUtf8':
      return textColumn(array, context);
    case 'binary':
    case 'largeBinary':
      return binaryColumn(array, context);
    case 'list':
      return [listColumn(array, context)];
    case 'bool':
      return [boolChunk(array, context)];
    default: {
      const type: NumberType = numberTypes[column.type];
      if (type.milliseconds !== undefined) return [timeChunk(array, context, type)];
      return [
        typeof type.range?.[0] === 'bigint' ? bigintChunk(array, context, type) : numberChunk(array, context, type),
      ];
    }
  }
}

function textColumn(array: readonly unknown[], context: ArrayContext): Chunk[] {
  const nulls = new NullCollector(array.length, context.memory);
  let units = 0;
  for (let row = 0; row < array.length; row += 1) {
    const value = array[row];
    if (typeof value === 'string') units += value.length;
    else if (value === null || value === undefined) nulls.add(row);
    else throw wrongElement(row, value, 'a string', context);
  }
  return textChunks(array, units, (first) => nulls.validity(first), context.memory);
}

/** Encodes the concatenated elements of all lists. */
function listColumn(array: readonly unknown[], context: ArrayContext): Chunk {
  const { column, memory } = context;
  const nulls = new NullCollector(array.length, context.memory);
  memory.take(4 * array.length);
  const offsets = new Int32Array(array.length + 1);
  const elements: unknown[] = [];
  for (let row = 0; row < array.length; row += 1) {
    const value = array[row];
    if (value === null || value === undefined) nulls.add(row);
    else if (!Array.isArray(value)) throw wrongElement(row, value, 'arrays', context);
    else {
      memory.takeObjects(8 * value.length);
      for (const element of value) elements.push(element);
    }
    offsets[row + 1] = elements.length;
  }
  const inner = { ...(column.element ?? column), name: column.name, read: true };
  const placeOf = (element: number): ElementPlace => placeIn(offsets, element, context);
  const [chunk, more] = arrayChunks(elements, inner, context, placeOf);
  memory.giveObjects(8 * elements.length);
  if (chunk === undefined || more !== undefined) {
    throw new SchemaError(
      `Column ${JSON.stringify(column.name)}: the elements take more than ${maxTextBytes} bytes. Pass fewer rows per call.`,
      { column: column.name },
    );
  }
  return new ListChunk(offsets, chunk, array.length, nulls.validity(0), column, { column: column.name, row: 0 });
}

/** Finds the list that holds an element, and the element's position in it. */
function placeIn(offsets: Int32Array, element: number, { placeOf }: ArrayContext): ElementPlace {
  const list = offsets.findIndex((end) => end > element) - 1;
  const place = element - (offsets[list] ?? 0);
  const around = placeOf?.(list);
  return { row: around?.row ?? list, where: `element ${place} of ${around?.where ?? `row ${list}`}` };
}

/** Joins the bytes in chunks that 32-bit offsets can address. */
function binaryColumn(array: readonly unknown[], context: ArrayContext): Chunk[] {
  const nulls = new NullCollector(array.length, context.memory);
  for (let row = 0; row < array.length; row += 1) {
    const value = array[row];
    if (value === null || value === undefined) nulls.add(row);
    else if (!isBytes(value)) throw wrongElement(row, value, 'a Uint8Array', context);
  }
  const chunks: Chunk[] = [];
  for (let first = 0; first < array.length || chunks.length === 0; ) {
    context.memory.take(4 * (array.length - first));
    const offsets = new Int32Array(array.length - first + 1);
    let length = 0;
    let size = 0;
    for (; first + length < array.length; length += 1) {
      const bytes = bytesOf(array[first + length]).length;
      if (size + bytes > maxTextBytes && length > 0) break;
      size += bytes;
      offsets[length + 1] = size;
    }
    context.memory.take(size);
    const bytes = new Uint8Array(size);
    for (let row = 0; row < length; row += 1) bytes.set(bytesOf(array[first + row]), offsets[row]);
    chunks.push(new Utf8Chunk(bytes, offsets.subarray(0, length + 1), length, nulls.validity(first)));
    first += length;
  }
  return chunks;
}

function bytesOf(value: unknown): Uint8Array {
  return isBytes(value) ? value : noBytes;
}

const noBytes = new Uint8Array(0);

function boolChunk(array: readonly unknown[], context: ArrayContext): Chunk {
  context.memory.take(array.length >>> 3);
  const bits = new Uint8Array((array.length + 7) >>> 3);
  const nulls = new NullCollector(array.length, context.memory);
  for (let row = 0; row < array.length; row += 1) {
    const value = array[row];
    if (value === true) set(bits, row);
    else if (value === null || value === undefined) nulls.add(row);
    else if (value !== false) throw wrongElement(row, value, 'a boolean', context);
  }
  return new BoolChunk(bits, 0, array.length, nulls.validity(0));
}

/** Checks numbers before it copies them: V8 copies an array that holds only numbers several times faster than a loop does. */
function numberChunk(array: readonly unknown[], context: ArrayContext, type: NumberType): Chunk {
  const [min, max] = [Number(type.range?.[0]), Number(type.range?.[1])];
  const nulls = new NullCollector(array.length, context.memory);
  for (let row = 0; row < array.length; row += 1) {
    const value = array[row];
    if (typeof value === 'number') {
      if (type.range === undefined || (Number.isInteger(value) && value >= min && value <= max)) continue;
      throw wrongElement(row, value, describeValues(type), context);
    }
    if (value !== null && value !== undefined) throw wrongElement(row, value, 'a number', context);
    nulls.add(row);
  }
  context.memory.take(array.length * type.width);
  const values = new type.array(new ArrayBuffer(array.length * type.width)) as Float64Array;
  const validity = nulls.validity(0);
  if (validity === undefined) values.set(array as readonly number[]);
  else for (let row = 0; row < array.length; row += 1) values[row] = Number(array[row]);
  return new NumberChunk(values, array.length, validity);
}

/** Checks bigints by reading them back: a typed array wraps a bigint that it cannot hold. This is faster than comparing with the limits. */
function bigintChunk(array: readonly unknown[], context: ArrayContext, type: NumberType): Chunk {
  context.memory.take(array.length * type.width);
  const values = new type.array(new ArrayBuffer(array.length * type.width)) as BigInt64Array;
  const nulls = new NullCollector(array.length, context.memory);
  for (let row = 0; row < array.length; row += 1) {
    const value = array[row];
    if (typeof value === 'bigint') {
      values[row] = value;
      if (values[row] !== value) throw wrongElement(row, value, describeValues(type), context);
    } else if (value === null || value === undefined) nulls.add(row);
    else throw wrongElement(row, value, 'a bigint', context);
  }
  return new NumberChunk(values, array.length, nulls.validity(0));
}

/** Stores milliseconds in the column's unit. */
function timeChunk(array: readonly unknown[], context: ArrayContext, type: NumberType): Chunk {
  context.memory.take(array.length * type.width);
  const values = new type.array(new ArrayBuffer(array.length * type.width));
  const nulls = new NullCollector(array.length, context.memory);
  for (let row = 0; row < array.length; row += 1) {
    const value = timeValue(array[row]);
    if (value === null || value === undefined) nulls.add(row);
    else if (holds(type, value)) values[row] = toStored(type, value);
    else
      throw wrongElement(
        row,
        array[row],
        typeof value === 'number' ? describeValues(type) : 'a number or a Date',
        context,
      );
  }
  return new NumberChunk(values, array.length, nulls.validity(0));
}

/** Collects nulls. The bitmap is made when the first one comes. */
class NullCollector {
  readonly #length: number;
  readonly #memory: MemoryBudget;
  #bits: Uint8Array | undefined;

  constructor(length: number, memory: MemoryBudget) {
    this.#length = length;
    this.#memory = memory;
  }

  add(row: number): void {
    if (this.#bits === undefined) {
      this.#memory.take(this.#length >>> 3);
      this.#bits = allSet(this.#length);
    }
    clear(this.#bits, row);
  }

  validity(offset: number): Validity {
    return this.#bits === undefined ? undefined : { bits: this.#bits, offset };
  }
}

function wrongElement(row: number, value: unknown, expected: string, context: ArrayContext): SchemaError {
  const { column, valuesInErrors, placeOf } = context;
  const { name } = column;
  const place = placeOf?.(row);
  const type = describeType(column);
  const shown = valuesInErrors ? showValue(value) : kindOf(value);
  return new SchemaError(
    `Column ${JSON.stringify(name)}: ${place?.where ?? `element ${row} of the array`} is ${shown}, but ${place === undefined ? 'the column is' : 'the elements are'} declared ${type}, ` +
      `which holds ${expected}. ${elementAdvice(column, value, place === undefined ? 'array' : 'list')}, or declare another type.`,
    { column: name, row: place?.row ?? row },
  );
}
