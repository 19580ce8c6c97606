import { hasOffsets, numberTypes } from '../../../schema/column-types.js';
import type { ElementType } from '../../../schema/columns.js';
import type { DeviceValue, InputBuffers } from '../../backend/addon.js';
import { tooLarge } from '../../backend/native-failures.js';
import type { InputColumn } from '../../description.js';
import { explainFault } from '../../faults/explain-fault.js';
import type { Fault } from '../../faults/faults.js';
import type { Piece } from '../../input/piece.js';
import { MemoryBudget } from '../../memory-budget.js';
import { raiseList } from '../../output/raise-lists.js';
import type { ResultColumn } from '../../output/result-columns.js';
import { columnBuffers } from '../column-buffers.js';
import type { StorageRun } from '../device-storage.js';
import type { Block } from '../stored-column.js';
import { cudaColumn } from './cuda-column.js';
import type { CudaDevice } from './cuda-device.js';
import { unread } from './unread.js';

/**
 * Returns the error for a row that failed on a device. The reference explains it from the values of that row, which alone are copied
 * back.
 *
 * @param row the row in the block
 * @param start the number of the block's first row
 */
export async function explainRow(
  device: CudaDevice,
  { transform, params, valuesInErrors }: StorageRun,
  block: Block,
  row: number,
  start: number,
  fault: Fault,
): Promise<Error> {
  const stored = transform.input.map(({ read }, index) => (read ? cudaColumn(block.columns[index]) : undefined));
  const handles = stored.flatMap((column) => column?.handles ?? []);
  const values = await device.guard(transform.name, () => device.functions.row(handles, row));
  if (values === tooLarge) throw new Error('one row cannot be too large');
  const left = [...values];
  const buffers = transform.input.map((column, index) =>
    rowBuffers(column, stored[index]?.element, left.splice(0, stored[index]?.parts.length ?? 0)),
  );
  const piece: Piece = { start: start + row, length: 1, buffers, verify() {} };
  return explainFault({ transform, backend: 'cuda', params, valuesInErrors }, piece, fault);
}

/** Makes the buffers of one row of a column from the values of its parts. */
function rowBuffers(
  column: InputColumn,
  element: ElementType | undefined,
  parts: readonly DeviceValue[],
): InputBuffers {
  const [value] = parts;
  if (!column.read || value === undefined) return unread;
  if (element !== undefined) return listBuffers(column, element, parts);
  const validity = value.present ? {} : { validity: Uint8Array.of(0) };
  const bits = { valuesBit: 0, validityBit: 0, ...validity };
  const { values } = value;
  if (column.type === 'bool') return { values, ...bits };
  if (hasOffsets(column.type)) {
    const offsets = value.sound ? [0, values.length] : value.offsets;
    return { values, offsets: Int32Array.from(offsets), ...bits };
  }
  return { values: new numberTypes[column.type].array(values.slice().buffer), ...bits };
}

function listBuffers(column: InputColumn, element: ElementType, parts: readonly DeviceValue[]): InputBuffers {
  const written = parts.map(({ values, present }): ResultColumn => {
    const own = values.slice();
    return {
      values: own,
      offsets: Int32Array.of(0, own.length),
      validity: Uint8Array.of(present ? 1 : 0),
      nullCount: present ? 0 : 1,
    };
  });
  return columnBuffers(
    raiseList(column, element, written, 1, new MemoryBudget(column.name)),
    { ...column, element },
    1,
  );
}
