import type { BigIntForm } from '../../ir/bigint-range.js';

// Text of the user reaches C++ through this file and cpp-names.ts only.

/** Returns a string as a literal of type `rf::View`. */
export function cppString(value: string): string {
  return `rf::${value.isWellFormed() ? 'literal' : 'wtf8_literal'}<${quoted(value)}>()`;
}

/** Returns a plain C++ string literal, for names and the paths of `#line` directives. */
export function quoted(value: string): string {
  return `"${escapeBytes(toWtf8(value))}"`;
}

/** Returns a number as a literal of type `int32_t` or `double`. */
export function cppNumber(value: number, form: 'int' | 'double'): string {
  if (Number.isNaN(value)) return 'rf::nan()';
  if (!Number.isFinite(value)) return value > 0 ? 'rf::infinity()' : '-rf::infinity()';
  // The least int has no literal: its magnitude exceeds the greatest int by one.
  if (form === 'int') return value === -(2 ** 31) ? '(-2147483647 - 1)' : String(value);
  if (Object.is(value, -0)) return '-0.0';
  const digits = String(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

/** Returns a bigint within the form's range as a literal of the form's type. */
export function cppBigIntLiteral(value: bigint, form: BigIntForm): string {
  if (form === 'int128') return `rf::int128(${signed64(value >> 64n)}, ${unsigned64(value)})`;
  return form === 'int64' ? `std::int64_t{${signed64(value)}}` : `std::uint64_t{${unsigned64(value)}}`;
}

/** Returns the 64-bit two's complement of an integer. */
export function unsigned64(value: bigint): string {
  return `${BigInt.asUintN(64, value)}u`;
}

/** Returns an integer of 64 bits. The least one has no literal: its magnitude exceeds the greatest one by one. */
function signed64(value: bigint): string {
  return value === -(2n ** 63n) ? '-9223372036854775807 - 1' : String(value);
}

/** Returns bytes as they stand between the quotes of a literal. */
export function escapeBytes(bytes: Uint8Array): string {
  return Array.from(bytes, escapeByte).join('');
}

/** Keeps printable ASCII; the rest becomes three octal digits, which never swallow the character after them. */
function escapeByte(byte: number): string {
  const char = String.fromCharCode(byte);
  const plain = byte >= 0x20 && byte < 0x7f && char !== '"' && char !== '\\' && char !== '?';
  return plain ? char : `\\${byte.toString(8).padStart(3, '0')}`;
}

/** Encodes a string as WTF-8: UTF-8, with a lone surrogate half in the three bytes that its code point would have. */
export function toWtf8(value: string): Uint8Array {
  const bytes: number[] = [];
  for (const char of value) {
    const code = char.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff)
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    else bytes.push(...new TextEncoder().encode(char));
  }
  return Uint8Array.from(bytes);
}
