import { allSet, clear, set, type Validity } from '../bitmap.js';
import { describeValues, holds, type NumberType, type NumberTypeName, numberTypes } from '../column-types.js';
import type { InputColumn } from '../description.js';
import { SchemaError } from '../errors.js';
import { showKind, showValue } from '../show-value.js';
import { Utf8Builder } from '../utf8-builder.js';
import { type Chunk, maxTextBytes } from './chunk.js';
import { BoolChunk, NumberChunk, Utf8Chunk } from './plain-chunks.js';

/** How errors about elements are written. */
interface ArrayContext {
  readonly column: InputColumn;
  readonly valuesInErrors: boolean;
}

/**
 * A plain JavaScript array as column chunks: a convenience, encoded on the spot. In strings, lone surrogate halves
 * become U+FFFD, since Arrow cannot hold them. Null and undefined are null.
 *
 * @throws SchemaError naming the first element that the column cannot hold.
 */
export function arrayChunks(array: readonly unknown[], column: InputColumn, valuesInErrors: boolean): Chunk[] {
  const context = { column, valuesInErrors };
  switch (column.type) {
    case 'utf8':
      return textChunks(array, context);
    case 'bool':
      return [boolChunk(array, context)];
    default:
      return [numberChunk(array, context, column.type)];
  }
}

function textChunks(array: readonly unknown[], context: ArrayContext): Chunk[] {
  const chunks: Chunk[] = [];
  const builder = new Utf8Builder();
  let first = 0;
  let offsets = new Int32Array(array.length + 1);
  const nulls = new NullCollector(array.length);
  const flush = (end: number) => {
    const length = end - first;
    chunks.push(new Utf8Chunk(builder.take(), offsets.subarray(0, length + 1), length, nulls.validity(first)));
    first = end;
    offsets = new Int32Array(array.length - end + 1);
  };
  for (let row = 0; row < array.length; row += 1) {
    const value = array[row];
    if (value === null || value === undefined) nulls.add(row);
    else if (typeof value === 'string') {
      if (builder.length + value.length * 3 > maxTextBytes) flush(row);
      builder.append(value);
    } else throw wrongElement(row, value, 'a string', context);
    offsets[row + 1 - first] = builder.length;
  }
  flush(array.length);
  return chunks;
}

function boolChunk(array: readonly unknown[], context: ArrayContext): Chunk {
  const bits = new Uint8Array((array.length + 7) >>> 3);
  const nulls = new NullCollector(array.length);
  for (let row = 0; row < array.length; row += 1) {
    const value = array[row];
    if (value === true) set(bits, row);
    else if (value === null || value === undefined) nulls.add(row);
    else if (value !== false) throw wrongElement(row, value, 'a boolean', context);
  }
  return new BoolChunk(bits, 0, array.length, nulls.validity(0));
}

function numberChunk(array: readonly unknown[], context: ArrayContext, name: NumberTypeName): Chunk {
  const type: NumberType = numberTypes[name];
  const values = new type.array(new ArrayBuffer(array.length * type.width));
  const nulls = new NullCollector(array.length);
  for (let row = 0; row < array.length; row += 1) {
    const value = array[row];
    if (value === null || value === undefined) {
      nulls.add(row);
      continue;
    }
    if (!holds(type, value)) {
      const isRight = typeof value === (type.range === undefined ? 'number' : typeof type.range[0]);
      throw wrongElement(row, value, isRight ? describeValues(type) : kindOf(type), context);
    }
    values[row] = value;
  }
  return new NumberChunk(values, array.length, nulls.validity(0));
}

/** Makes a bitmap only once a null comes. */
class NullCollector {
  readonly #length: number;
  #bits: Uint8Array | undefined;

  constructor(length: number) {
    this.#length = length;
  }

  add(row: number): void {
    this.#bits ??= allSet(this.#length);
    clear(this.#bits, row);
  }

  validity(offset: number): Validity {
    return this.#bits === undefined ? undefined : { bits: this.#bits, offset };
  }
}

/** What the column's values are, whatever their size. */
function kindOf({ range }: NumberType): string {
  return typeof range?.[0] === 'bigint' ? 'a bigint' : 'a number';
}

function wrongElement(row: number, value: unknown, expected: string, context: ArrayContext): SchemaError {
  const { name, type } = context.column;
  const shown = context.valuesInErrors ? showValue(value) : showKind(value);
  return new SchemaError(
    `Column ${JSON.stringify(name)}: element ${row} of the array is ${shown}, but the column is declared ${type}, ` +
      `which holds ${expected}. Convert the array before the call, or declare another type.`,
    { column: name, row },
  );
}
