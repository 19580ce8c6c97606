import { type NumberType, type NumberTypeName, numberTypes } from '../../schema/column-types.js';
import type { DeclaredType } from '../../schema/columns.js';
import { isBytes } from '../input/bytes.js';
import { maxTextBytes } from '../input/chunks/chunk.js';
import type { MemoryBudget } from '../memory-budget.js';
import { set } from '../values/bitmap.js';
import { describeValues, fixOf, holds, toStored } from '../values/stored-values.js';
import { Utf8Builder } from '../values/utf8-builder.js';
import { listWriter } from './list-writer.js';
import type { ValueWriter } from './value-writer.js';

/** Makes the writer for a column of at most `capacity` rows. */
export function valueWriter(
  column: DeclaredType,
  capacity: number,
  maxBytes: number,
  memory: MemoryBudget,
): ValueWriter {
  switch (column.type) {
    case 'utf8':
    case 'dictionary':
    case 'largeUtf8':
      return textWriter(capacity, maxBytes, memory);
    case 'binary':
    case 'largeBinary':
      return binaryWriter(capacity, maxBytes, memory);
    case 'list':
      return listWriter(column, capacity, maxBytes, memory, valueWriter);
    case 'bool':
      return boolWriter(capacity, memory);
    default:
      return numberWriter(column.type, capacity, memory);
  }
}

function textWriter(capacity: number, maxBytes: number, memory: MemoryBudget): ValueWriter {
  const builder = new Utf8Builder(memory);
  memory.take(4 * capacity);
  const offsets = new Int32Array(capacity + 1);
  return {
    expected: 'a string',
    holds: (value) => typeof value === 'string',
    write(index, value) {
      if (typeof value !== 'string') return false;
      offsets[index + 1] = builder.append(value);
      return true;
    },
    skip(index) {
      offsets[index + 1] = builder.length;
    },
    hasRoom: (value) => typeof value !== 'string' || builder.length + value.length * 3 <= maxBytes,
    finish: (length) => ({ values: builder.take(), offsets: trimTo(offsets, length + 1, memory) }),
  };
}

function binaryWriter(capacity: number, maxBytes: number, memory: MemoryBudget): ValueWriter {
  memory.take(4 * capacity);
  const offsets = new Int32Array(capacity + 1);
  let bytes = new Uint8Array(0);
  let size = 0;
  return {
    expected: 'a Uint8Array',
    holds: isBytes,
    write(index, value) {
      if (!isBytes(value)) return false;
      if (size + value.length > bytes.length) {
        const needed = size + value.length;
        const wanted = Math.max(needed, Math.min(bytes.length * 2, maxTextBytes), leastBytes);
        const grown = new Uint8Array(memory.grow(bytes.length, wanted, needed));
        grown.set(bytes.subarray(0, size));
        bytes = grown;
      }
      bytes.set(value, size);
      size += value.length;
      offsets[index + 1] = size;
      return true;
    },
    skip(index) {
      offsets[index + 1] = size;
    },
    hasRoom: (value) => !isBytes(value) || size + value.length <= maxBytes,
    finish: (length) => ({ values: trimTo(bytes, size, memory), offsets: trimTo(offsets, length + 1, memory) }),
  };
}

function boolWriter(capacity: number, memory: MemoryBudget): ValueWriter {
  memory.take((capacity + 7) >>> 3);
  const bits = new Uint8Array((capacity + 7) >>> 3);
  return {
    expected: 'true or false',
    holds: (value) => typeof value === 'boolean',
    write(index, value) {
      if (value === true) set(bits, index);
      return typeof value === 'boolean';
    },
    skip() {},
    hasRoom: () => true,
    finish: (length) => ({ values: trimTo(bits, (length + 7) >>> 3, memory) }),
  };
}

function numberWriter(name: NumberTypeName, capacity: number, memory: MemoryBudget): ValueWriter {
  const type: NumberType = numberTypes[name];
  memory.take(capacity * type.width);
  const values = new type.array(new ArrayBuffer(capacity * type.width));
  return {
    expected: describeValues(type),
    fix: (value) => fixOf(type, value),
    holds: (value) => holds(type, value),
    write(index, value) {
      if (!holds(type, value)) return false;
      // An integer array stores -0 as 0, and a Float32Array rounds as Math.fround does.
      values[index] = toStored(type, value);
      return true;
    },
    skip() {},
    hasRoom: () => true,
    finish: (length) => ({ values: trimTo(new Uint8Array(values.buffer), length * type.width, memory) }),
  };
}

/** Cuts an array to its used length. A chunk that ends early must not hold the memory of rows that went to the next one. */
export function trimTo<T extends Uint8Array | Int32Array>(array: T, length: number, memory: MemoryBudget): T {
  if (length === array.length) return array;
  memory.take(length * array.BYTES_PER_ELEMENT);
  const trimmed = array.slice(0, length) as T;
  memory.give(array.byteLength);
  return trimmed;
}

/** The first size of memory that grows. */
const leastBytes = 1024;
