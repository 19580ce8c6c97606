import { SchemaError } from '../errors.js';
import type { MemoryBudget } from '../memory-budget.js';
import { isSet, set } from '../values/bitmap.js';
import { describeBytes } from './checks/unsound-rows.js';
import { type Chunk, maxTextBytes } from './chunks/chunk.js';

/** The entries of a dictionary, joined. */
export interface FlatDictionary {
  readonly length: number;
  readonly bytes: Uint8Array;
  readonly offsets: Int32Array;
  /** Present if an entry is null, which Arrow allows. */
  readonly validity: Uint8Array | undefined;
  /** The bytes of the longest entry. */
  readonly longest: number;
}

/**
 * Joins the chunks of a dictionary. IPC streams with delta dictionaries leave several.
 *
 * @throws SchemaError when the offsets of an entry are malformed, or all entries exceed 2^31 - 1 bytes.
 */
export function flattenDictionary(chunks: readonly Chunk[], column: string, memory: MemoryBudget): FlatDictionary {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const parts: Uint8Array[] = [];
  memory.take(4 * length);
  const offsets = new Int32Array(length + 1);
  const validity = new Uint8Array((length + 7) >>> 3);
  let nulls = 0;
  let entry = 0;
  let total = 0;
  let longest = 0;
  for (const chunk of chunks) {
    const part = chunk.read(0, chunk.length, maxTextBytes, memory);
    const bytes = part?.values as Uint8Array | undefined;
    const source = part?.offsets;
    if (bytes === undefined || source === undefined) throw tooLarge(column);
    const { unsound } = part ?? {};
    const first = source[0] ?? 0;
    const last = source[chunk.length] ?? first;
    for (let index = 0; index < chunk.length; index += 1, entry += 1) {
      const begin = source[index] ?? 0;
      const end = source[index + 1] ?? 0;
      if (begin < first || end < begin || end > last)
        throw malformedEntry(column, entry, `malformed offsets: ${describeBytes(begin, end, bytes.length)}`);
      if (unsound !== undefined && isSet(unsound.bits, unsound.bit + index))
        throw malformedEntry(column, entry, unsound.describe(unsound.bit + index));
      offsets[entry + 1] = total + end - first;
      if (end - begin > longest) longest = end - begin;
      if (part?.validity === undefined || isSet(part.validity, part.validityBit + index)) set(validity, entry);
      else nulls += 1;
    }
    parts.push(bytes.subarray(first, last));
    total += last - first;
    if (total > maxTextBytes) throw tooLarge(column);
  }
  memory.take(total);
  return { length, bytes: join(parts, total), offsets, validity: nulls === 0 ? undefined : validity, longest };
}

/** Always copies: a dictionary is shared by many chunks, and none of them then has to watch its memory. */
function join(parts: readonly Uint8Array[], total: number): Uint8Array {
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Makes a SchemaError, because an entry is not a row: many rows may use it, or none. */
function malformedEntry(column: string, entry: number, why: string): SchemaError {
  return new SchemaError(
    `Column ${JSON.stringify(column)}: entry ${entry} of its dictionary has ${why}. ` +
      'The dictionary was built wrongly or its memory was overwritten: build it again.',
    { column },
  );
}

function tooLarge(column: string): SchemaError {
  return new SchemaError(
    `Column ${JSON.stringify(column)}: the entries of its dictionary take more than 2^31 - 1 bytes. Pass the column without a dictionary.`,
    { column },
  );
}
