// Arrow data repeated in its buffers, for columns that fill a GPU. Drawing each row would take minutes.
import { makeData } from 'apache-arrow';

/** Returns an array that holds another one `times` times. */
function tiled(array, times) {
  const result = new array.constructor(array.length * times);
  for (let copy = 0; copy < times; copy += 1) result.set(array, copy * array.length);
  return result;
}

/** Returns the offsets of repeated data: those of each copy begin where the copy before it ends. */
function tiledOffsets(offsets, times) {
  const rows = offsets.length - 1;
  const total = offsets[rows];
  const result = new Int32Array(rows * times + 1);
  for (let copy = 0; copy < times; copy += 1) {
    for (let row = 1; row <= rows; row += 1) result[copy * rows + row] = copy * total + offsets[row];
  }
  return result;
}

/** Repeats data without nulls and without an offset. A column of booleans has a multiple of eight rows. */
export function repeated(data, times) {
  const { type, length } = data;
  if (data.typeId === dataTypes.bool && length % 8 !== 0) throw new Error(`${length} booleans do not fill whole bytes`);
  const base = { type, length: length * times };
  if (data.children.length > 0) {
    const child = repeated(data.children[0], times);
    return makeData({ ...base, valueOffsets: tiledOffsets(data.valueOffsets, times), child });
  }
  const values = tiled(data.values, times);
  return data.valueOffsets
    ? makeData({ ...base, valueOffsets: tiledOffsets(data.valueOffsets, times), data: values })
    : makeData({ ...base, data: values });
}

const dataTypes = { bool: 6 };
