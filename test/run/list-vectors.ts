import { Field, List, makeData, makeVector, type Vector } from 'apache-arrow';

/** Returns lists of the given offsets over elements, with their validity bits. */
export function listVector(offsets: readonly number[], elements: Vector, valid?: Uint8Array): Vector {
  const [child] = elements.data;
  if (child === undefined) throw new Error('no elements');
  return makeVector(
    makeData({
      type: new List(new Field('item', child.type, true)),
      length: offsets.length - 1,
      valueOffsets: Int32Array.from(offsets),
      child,
      ...(valid && { nullBitmap: valid, nullCount: -1 }),
    }),
  );
}
