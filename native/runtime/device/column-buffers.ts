import type { InputBuffers } from '../addon.js';
import { hasOffsets, numberTypes } from '../column-types.js';
import type { OutputColumn } from '../description.js';
import type { ResultColumn } from '../output/result-columns.js';

/** A finished column as the input of something else. */
export function columnBuffers(result: ResultColumn, column: OutputColumn | undefined, length: number): InputBuffers {
  const { values, offsets, validity, nullCount } = result;
  const isNumber = column !== undefined && !hasOffsets(column.type) && column.type !== 'bool';
  return {
    values: isNumber ? new numberTypes[column.type].array(values.buffer, values.byteOffset, length) : values,
    valuesBit: 0,
    ...(offsets !== undefined && { offsets }),
    ...(nullCount > 0 && validity !== undefined && { validity }),
    validityBit: 0,
  };
}
