import { isBinaryType, isTextType, type NumberArray, type NumberType, numberTypes } from '../../schema/column-types.js';
import type { ElementType } from '../../schema/columns.js';
import type { InputBuffers } from '../backend/addon.js';
import type { InputColumn } from '../description.js';
import { describeBytes, malformedRow } from '../input/checks/unsound-rows.js';
import { describeIndex } from '../input/spread-out.js';
import { withoutLineEnd } from '../lines/line-ends.js';
import { isSet } from '../values/bitmap.js';
import { fromStored } from '../values/stored-values.js';
import { firstInvalidByte } from './invalid-utf8.js';
import type { RowFailures } from './row-failure.js';

/** Reads the value of a row, as the row function sees it. */
export type Decoder = (row: number) => unknown;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Makes a decoder for one column of a piece. Arrow JS's `get` is not used, because it drops a leading U+FEFF and replaces bytes that are
 * not UTF-8. Values under a null are never read, but their offsets are checked, because Arrow wants them in order there as well.
 */
export function decoder(column: InputColumn, buffers: InputBuffers, failures: RowFailures): Decoder {
  const decode = valueDecoder(column, buffers, failures);
  const { validity, validityBit } = buffers;
  if (validity === undefined) return decode;
  const judge = offsetsJudge(column, buffers, failures);
  return (row) => {
    if (isSet(validity, validityBit + row)) return decode(row);
    judge?.(row);
    return null;
  };
}

/**
 * Returns a function that throws for a row with malformed offsets. Undefined for a column without offsets of its own, and for lists, which
 * were judged already.
 */
function offsetsJudge(
  column: InputColumn,
  buffers: InputBuffers,
  failures: RowFailures,
): ((row: number) => void) | undefined {
  if (buffers.offsets === undefined || buffers.indices !== undefined || column.element !== undefined) return undefined;
  const bytesAt = bytesDecoder(column, buffers, failures);
  return (row) => void bytesAt(row, row);
}

function valueDecoder(column: InputColumn, buffers: InputBuffers, failures: RowFailures): Decoder {
  if (column.element !== undefined) return listDecoder(column, column.element, buffers, failures);
  if (isBinaryType(column.type)) {
    const decode = bytesDecoder(column, buffers, failures);
    // A copy, because changes by the row function must not reach the column.
    return (row) => decode(row, row).slice();
  }
  if (isTextType(column.type)) return textDecoder(column, buffers, failures);
  if (column.type === 'list') throw new Error(`column ${column.name} says no elements`);
  if (column.type === 'bool') {
    const bits = buffers.values as Uint8Array;
    return (row) => isSet(bits, buffers.valuesBit + row);
  }
  const values = buffers.values as NumberArray;
  const type: NumberType = numberTypes[column.type];
  return type.milliseconds === undefined ? (row) => values[row] : (row) => fromStored(type, values[row]);
}

/** Decodes lists to frozen arrays. An element that fails is reported by its row. */
function listDecoder(column: InputColumn, element: ElementType, buffers: InputBuffers, failures: RowFailures): Decoder {
  const { offsets = new Int32Array(1), elements, elementCount = 0 } = buffers;
  if (elements === undefined) throw new Error(`no elements of column ${column.name}`);
  let current = 0;
  const inner: InputColumn = { ...element, name: column.name, read: true };
  const decode = decoder(inner, elements, { at: (_, failure) => failures.at(current, failure) } as RowFailures);
  return (row) => {
    current = row;
    const [begin = -1, end = -1] = [offsets[row], offsets[row + 1]];
    // The offsets were judged, but have been overwritten since.
    if (begin < 0 || end < begin || end > elementCount) {
      const why = `the list runs from element ${begin} to element ${end} of ${elementCount}`;
      throw malformedRow(failures, column.name, row, `malformed offsets: ${why}`);
    }
    return Object.freeze(Array.from({ length: end - begin }, (_, index) => decode(begin + index)));
  };
}

function textDecoder(column: InputColumn, buffers: InputBuffers, failures: RowFailures): Decoder {
  const { indices } = buffers;
  if (indices === undefined) {
    const decode = stringDecoder(column, buffers, failures);
    return (row) => decode(row, row);
  }
  const decode = stringDecoder(column, buffers, failures);
  const entries = (buffers.offsets?.length ?? 1) - 1;
  const decoded: (string | undefined)[] = [];
  return (row) => {
    const index = indices[row];
    const entry = Number(index);
    if (!(entry >= 0 && entry < entries)) {
      throw failures.at(row, {
        column: column.name,
        what: () => `malformed: ${describeIndex(index, entries)}`,
        fix: 'The vector was built wrongly or its memory was overwritten: build it again',
        value: index,
      });
    }
    decoded[entry] ??= decode(entry, row);
    return decoded[entry];
  };
}

/** Returns a function that reads the bytes at a place of the offsets, for a row. */
function bytesDecoder(
  column: InputColumn,
  buffers: InputBuffers,
  failures: RowFailures,
): (place: number, row: number) => Uint8Array {
  const bytes = buffers.values as Uint8Array;
  const offsets = buffers.offsets ?? new Int32Array(0);
  return (place, row) => {
    const begin = offsets[place] ?? -1;
    const end = offsets[place + 1] ?? -1;
    if (begin < 0 || end < begin || end > bytes.length) {
      const why = `malformed offsets: ${describeBytes(begin, end, bytes.length)}`;
      throw malformedRow(failures, column.name, row, why);
    }
    return bytes.subarray(begin, end);
  };
}

/** Returns a function that decodes the text at a place of the offsets, for a row. */
function stringDecoder(
  column: InputColumn,
  buffers: InputBuffers,
  failures: RowFailures,
): (place: number, row: number) => string {
  const bytesAt = bytesDecoder(column, buffers, failures);
  const { separator } = column;
  return (place, row) => {
    const bytes = bytesAt(place, row);
    const text = separator === undefined ? bytes : withoutLineEnd(bytes, separator);
    try {
      return strict.decode(text);
    } catch {
      const byte = firstInvalidByte(text);
      throw failures.at(row, {
        column: column.name,
        what: (shown) => `the bytes are not UTF-8 from byte ${byte} of the value on (${shown})`,
        fix: 'Text is decoded strictly, so that nothing is replaced silently: repair the column before the call',
        value: lossy.decode(text.subarray(0, byte + 320)),
        byte,
      });
    }
  };
}
