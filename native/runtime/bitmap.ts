/** Nulls of a column: a set bit is a value. Undefined where no row is null. */
export type Validity = { readonly bits: Uint8Array; readonly offset: number } | undefined;

/** Whether a bit is set. */
export function isSet(bits: Uint8Array, index: number): boolean {
  return (((bits[index >>> 3] ?? 0) >>> (index & 7)) & 1) === 1;
}

/** The first of `length` bits from `offset` that is clear, counted from `offset`; -1 if none is. */
export function firstClear(bits: Uint8Array, offset: number, length: number): number {
  for (let index = 0; index < length; ) {
    const bit = offset + index;
    if ((bit & 7) === 0 && bits[bit >>> 3] === 0xff) {
      index += 8;
      continue;
    }
    if (!isSet(bits, bit)) return index;
    index += 1;
  }
  return -1;
}

/** A bitmap of `length` set bits. The padding bits are clear, as in other writers' files. */
export function allSet(length: number): Uint8Array {
  const bits = new Uint8Array((length + 7) >>> 3).fill(0xff);
  if ((length & 7) !== 0) bits[bits.length - 1] = (1 << (length & 7)) - 1;
  return bits;
}

/** Clears one bit. */
export function clear(bits: Uint8Array, index: number): void {
  bits[index >>> 3] = (bits[index >>> 3] ?? 0) & ~(1 << (index & 7));
}

/** Sets one bit. */
export function set(bits: Uint8Array, index: number): void {
  bits[index >>> 3] = (bits[index >>> 3] ?? 0) | (1 << (index & 7));
}

/** Whether a row has a value. */
export function isValue(validity: Validity, row: number): boolean {
  return validity === undefined || isSet(validity.bits, validity.offset + row);
}

/** The first of `length` rows that is null, or -1. */
export function firstNull(validity: Validity, length: number): number {
  return validity === undefined ? -1 : firstClear(validity.bits, validity.offset, length);
}
