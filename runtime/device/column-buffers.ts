import { hasOffsets, numberTypes } from '../../schema/column-types.js';
import type { DeclaredType } from '../../schema/columns.js';
import type { InputBuffers } from '../backend/addon.js';
import type { ResultColumn } from '../output/result-columns.js';

/** Returns the buffers of a finished column, for use as an input. */
export function columnBuffers(result: ResultColumn, column: DeclaredType | undefined, length: number): InputBuffers {
  const { values, offsets, validity, nullCount, child } = result;
  const isNumber = column !== undefined && !hasOffsets(column.type) && column.type !== 'bool';
  return {
    values: isNumber ? new numberTypes[column.type].array(values.buffer, values.byteOffset, length) : values,
    valuesBit: 0,
    ...(offsets !== undefined && { offsets }),
    ...(child !== undefined && {
      elements: columnBuffers(child, column?.element, child.length),
      elementCount: child.length,
    }),
    ...(nullCount > 0 && validity !== undefined && { validity }),
    validityBit: 0,
  };
}
