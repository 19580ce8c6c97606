/** The validity of a column: a set bit is a value. Undefined if no row is null. */
export type Validity = { readonly bits: Uint8Array; readonly offset: number } | undefined;

/** True if a bit is set. */
export function isSet(bits: Uint8Array, index: number): boolean {
  return (((bits[index >>> 3] ?? 0) >>> (index & 7)) & 1) === 1;
}

/** Returns the first clear bit among `length` bits from `offset`, counted from `offset`; -1 if there is none. */
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

/** Returns the first set bit among `length` bits from `offset`, counted from `offset`; -1 if there is none. */
export function firstSet(bits: Uint8Array, offset: number, length: number): number {
  for (let index = 0; index < length; ) {
    const bit = offset + index;
    if ((bit & 7) === 0 && bits[bit >>> 3] === 0) {
      index += 8;
      continue;
    }
    if (isSet(bits, bit)) return index;
    index += 1;
  }
  return -1;
}

/** Makes a bitmap of `length` set bits. The padding bits are clear, as in other writers' files. */
export function allSet(length: number): Uint8Array {
  const bits = new Uint8Array((length + 7) >>> 3).fill(0xff);
  if ((length & 7) !== 0) bits[bits.length - 1] = (1 << (length & 7)) - 1;
  return bits;
}

/** Copies `length` bits from `offset` to a bitmap that starts at bit 0. The padding bits are clear. */
export function copyBits(bits: Uint8Array, offset: number, length: number): Uint8Array<ArrayBuffer> {
  const first = offset >>> 3;
  const shift = offset & 7;
  const copy = new Uint8Array((length + 7) >>> 3);
  if (shift === 0) copy.set(bits.subarray(first, first + copy.length));
  else {
    for (let index = 0; index < copy.length; index += 1) {
      copy[index] = ((bits[first + index] ?? 0) >>> shift) | ((bits[first + index + 1] ?? 0) << (8 - shift));
    }
  }
  if ((length & 7) !== 0) copy[copy.length - 1] = (copy[copy.length - 1] ?? 0) & ((1 << (length & 7)) - 1);
  return copy;
}

/** Returns `length` bits from `offset` as bytes of 0 or 1. A test of each bit by itself takes nine times as long (Node 20). */
export function unpacked(bits: Uint8Array, offset: number, length: number): Uint8Array<ArrayBuffer> {
  const flags = new Uint8Array(length);
  let at = 0;
  for (let byte = offset >>> 3, skipped = offset & 7; at < length; byte += 1, skipped = 0) {
    let rest = (bits[byte] ?? 0) >>> skipped;
    for (const end = Math.min(length, at + 8 - skipped); at < end; at += 1, rest >>>= 1) flags[at] = rest & 1;
  }
  return flags;
}

/** Returns the validity of rows that are valid in both. */
export function bothValid(a: Validity, b: Validity, length: number): Validity {
  if (a === undefined || b === undefined) return a ?? b;
  const bits = copyBits(a.bits, a.offset, length);
  const other = copyBits(b.bits, b.offset, length);
  for (let index = 0; index < bits.length; index += 1) bits[index] = (bits[index] ?? 0) & (other[index] ?? 0);
  return { bits, offset: 0 };
}

/** Returns the number of clear bits among the first `length`. */
export function countClear(bits: Uint8Array, length: number): number {
  let clear = 0;
  for (let index = 0; index < length >>> 3; index += 1) clear += clearBits[bits[index] ?? 0] ?? 0;
  for (let index = length & ~7; index < length; index += 1) clear += isSet(bits, index) ? 0 : 1;
  return clear;
}

/** The number of clear bits of each byte. */
const clearBits = Uint8Array.from({ length: 256 }, (_, byte) => 8 - byte.toString(2).replaceAll('0', '').length);

export function clear(bits: Uint8Array, index: number): void {
  bits[index >>> 3] = (bits[index >>> 3] ?? 0) & ~(1 << (index & 7));
}

export function set(bits: Uint8Array, index: number): void {
  bits[index >>> 3] = (bits[index >>> 3] ?? 0) | (1 << (index & 7));
}

/** True if a row is not null. */
export function isValue(validity: Validity, row: number): boolean {
  return validity === undefined || isSet(validity.bits, validity.offset + row);
}

/** Returns the first of `length` rows that is null, or -1. */
export function firstNull(validity: Validity, length: number): number {
  return validity === undefined ? -1 : firstClear(validity.bits, validity.offset, length);
}

/** Returns the first row that is valid in `one` and null in `other`, or -1. */
export function firstOnlyIn(one: Validity, other: Validity, length: number): number {
  for (let row = 0; row < length; row += 1) if (isValue(one, row) && !isValue(other, row)) return row;
  return -1;
}
