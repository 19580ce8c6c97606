import { hasOffsets } from '../../../schema/column-types.js';
import type { OutputBuffers } from '../../backend/addon.js';
import type { OutputColumn } from '../../description.js';
import type { MemoryBudget } from '../../memory-budget.js';
import { raiseList } from '../../output/raise-lists.js';
import { fixedBytes, type ResultColumn } from '../../output/result-columns.js';
import type { Block } from '../stored-column.js';
import { type CudaColumn, cudaColumn } from './cuda-column.js';
import type { CudaDevice } from './cuda-device.js';

/** Copies columns of a block to fresh memory of this process. */
export async function downloadBlock(
  device: CudaDevice,
  { length, columns: inBlock }: Block,
  columns: readonly OutputColumn[],
  memory: MemoryBudget,
): Promise<ResultColumn[]> {
  const pairs = columns.map((column, index) => {
    const stored = cudaColumn(inBlock[index]);
    return { column, stored, outputs: allocateParts(column, stored, length, memory) };
  });
  await device.guard('toArrow', () =>
    device.functions.download(
      pairs.flatMap(({ stored }) => stored.handles),
      pairs.flatMap(({ outputs }) => outputs),
    ),
  );
  return pairs.map(({ column, stored: { element, nullCount }, outputs }) => {
    const parts = outputs.map((output, part): ResultColumn => {
      if (output.offsets !== undefined) rebase(output.offsets);
      return { ...output, nullCount: part === 0 ? nullCount : 0 };
    });
    const [whole = { values: new Uint8Array(0), nullCount: 0 }] = parts;
    return element === undefined ? whole : raiseList(column, element, parts, length, memory);
  });
}

/** Allocates the parts of a column. Only the first part may have nulls. */
function allocateParts(
  column: OutputColumn,
  { parts, element, nullCount }: CudaColumn,
  length: number,
  memory: MemoryBudget,
): OutputBuffers[] {
  const part: OutputColumn = element === undefined ? column : { ...column, type: 'binary' };
  return parts.map(({ valuesBytes }, index) =>
    allocate(part, valuesBytes, index === 0 ? nullCount : 0, length, memory),
  );
}

function allocate(
  column: OutputColumn,
  valuesBytes: number,
  nullCount: number,
  length: number,
  memory: MemoryBudget,
): OutputBuffers {
  const bytes = fixedBytes(column, length) ?? valuesBytes;
  memory.take(bytes + (hasOffsets(column.type) ? 4 * length : 0) + (nullCount > 0 ? length >>> 3 : 0));
  return {
    values: new Uint8Array(bytes),
    ...(hasOffsets(column.type) && { offsets: new Int32Array(length + 1) }),
    ...(nullCount > 0 && { validity: new Uint8Array((length + 7) >>> 3) }),
  };
}

/** Makes offsets start at 0, as other writers of Arrow data do. Those of a slice, which the device keeps as they are, do not. */
function rebase(offsets: Int32Array): void {
  const first = offsets[0] ?? 0;
  if (first === 0) return;
  for (let row = 0; row < offsets.length; row += 1) offsets[row] = (offsets[row] ?? 0) - first;
}
