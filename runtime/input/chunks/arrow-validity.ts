import type { MemoryBudget } from '../../memory-budget.js';
import { bothValid, type Validity } from '../../values/bitmap.js';
import type { ArrowData } from '../arrow-shapes.js';
import type { BorrowedBuffers } from '../borrowed-buffers.js';
import { checkSize } from '../checks/check-buffers.js';
import type { ChunkPlace } from './chunk.js';

/**
 * The validity of Arrow data. `nullCount` decides if there are nulls, never the flag of the field; a bitmap beside a `nullCount` of 0
 * is ignored.
 */
export function validityOf(data: ArrowData, place: ChunkPlace, memory: BorrowedBuffers): Validity {
  if (data.length === 0) return undefined;
  const { nullBitmap } = data;
  if (nullBitmap === undefined || nullBitmap === null) {
    if (data.nullCount !== 0 && data.nullCount !== -1)
      checkSize(place, 'validity bitmap', 0, data.offset + data.length, 'bits');
    return undefined;
  }
  // Taken even if `nullCount` is 0: Arrow JS counts no nulls in a detached bitmap, which `take` refuses.
  const bits = memory.take(nullBitmap, 'Uint8Array', place.column, 'validity bitmap');
  const { nullCount } = data;
  if (nullCount === 0 || (nullCount === -1 && bits.length === 0)) return undefined;
  checkSize(place, 'validity bitmap', bits.length * 8, data.offset + data.length, 'bits');
  return { bits, offset: data.offset };
}

/** The rows that are valid in both, counting the bitmap that this makes. */
export function joinValidity(one: Validity, other: Validity, length: number, budget: MemoryBudget): Validity {
  if (one !== undefined && other !== undefined) budget.take(length >>> 3);
  return bothValid(one, other, length);
}
