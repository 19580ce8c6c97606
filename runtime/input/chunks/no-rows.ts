import type { InputColumn } from '../../description.js';
import type { Chunk, ChunkPlace } from './chunk.js';
import { ListChunk } from './list-chunk.js';
import { Utf8Chunk } from './plain-chunks.js';

/** A chunk without rows, for which no buffer is needed: Arrow lets every buffer of an empty column be missing. */
export function noRows(): Chunk {
  return new Utf8Chunk(new Uint8Array(0), new Int32Array(1), 0, undefined);
}

/** A chunk of a column without rows. A list has an empty chunk of elements, at every depth. */
export function noRowsOf(column: InputColumn, place: ChunkPlace): Chunk {
  if (column.element === undefined) return noRows();
  const elements = noRowsOf({ ...column.element, name: column.name, read: true }, place);
  return new ListChunk(new Int32Array(1), elements, 0, undefined, column, place);
}
