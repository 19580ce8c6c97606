// Arrow columns of JavaScript values, and back, for the column types of the functions.
import {
  Bool,
  Dictionary,
  Field,
  Float64,
  Int32,
  List,
  makeData,
  makeVector,
  TimestampMillisecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';

const fixed = {
  int32: { type: new Int32(), array: Int32Array },
  float64: { type: new Float64(), array: Float64Array },
};

export function offsetsOf(lengths) {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, index) => {
    offsets[index + 1] = offsets[index] + length;
  });
  return offsets;
}

/** Returns booleans as Arrow has them, one bit per row. */
export function bits(values) {
  const data = new Uint8Array((values.length + 7) >> 3);
  for (let i = 0; i < values.length; i += 1) if (values[i]) data[i >> 3] |= 1 << (i & 7);
  return data;
}

/** Returns the Arrow data of a column. */
export function dataOf(column, values) {
  const length = values.length;
  switch (column.type) {
    case 'utf8': {
      const valueOffsets = offsetsOf(values.map((value) => Buffer.byteLength(value)));
      return makeData({ type: new Utf8(), length, valueOffsets, data: new Uint8Array(Buffer.from(values.join(''))) });
    }
    case 'dictionary':
      return vectorFromArray(values, new Dictionary(new Utf8(), new Int32())).data[0];
    case 'bool':
      return makeData({ type: new Bool(), length, data: bits(values) });
    case 'timestamp[ms]':
      return makeData({ type: new TimestampMillisecond(), length, data: BigInt64Array.from(values, BigInt) });
    case 'list': {
      const child = dataOf(column.element, values.flat());
      const type = new List(new Field('item', child.type, false));
      return makeData({ type, length, valueOffsets: offsetsOf(values.map((value) => value.length)), child });
    }
    default: {
      const { type, array } = fixed[column.type];
      return makeData({ type, length, data: array.from(values) });
    }
  }
}

export function inputOf(columns, values) {
  return Object.fromEntries(columns.map((column) => [column.name, makeVector(dataOf(column, values[column.name]))]));
}

/** Returns a text that is equal for equal results: a `Vector`, or a `Table` with its columns. */
export function textOf(result) {
  const replacer = (_, value) => {
    if (typeof value === 'bigint') return `${value}n`;
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  };
  return JSON.stringify([...result], replacer);
}
