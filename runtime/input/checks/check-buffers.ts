import { SchemaError } from '../../errors.js';
import type { ChunkPlace } from '../chunks/chunk.js';

/** Checks that offsets suffice for the rows and end within the text. Decreasing offsets are found when a row is read. */
export function checkOffsets(
  place: ChunkPlace,
  offsets: Int32Array | BigInt64Array,
  length: number,
  bytes: Uint8Array,
): void {
  checkSize(place, 'offsets', offsets.length, length + 1, 'entries');
  const first = Number(offsets[0]);
  const last = Number(offsets[length]);
  if (first < 0 || last > bytes.length) {
    throw new SchemaError(
      `Column ${JSON.stringify(place.column)}: its offsets run from ${first} to ${last}, but there are ${bytes.length} bytes of text. ` +
        'The vector was built wrongly or its memory was overwritten: build it again.',
      { column: place.column },
    );
  }
}

/** Checks that a buffer is large enough for the rows. */
export function checkSize(place: ChunkPlace, buffer: string, size: number, needed: number, unit: string): void {
  if (size >= needed) return;
  throw new SchemaError(
    `Column ${JSON.stringify(place.column)}: its ${buffer} has ${size} ${unit}, but ${needed} are needed for its rows. ` +
      'The vector was built wrongly: build it again with makeVector.',
    { column: place.column },
  );
}
