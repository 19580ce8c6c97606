import { createHash, createHmac } from 'node:crypto';

/**
 * SHA-256 (FIPS 180-4) of a string's UTF-8 encoding, as 64 lower-case hexadecimal digits. A lone surrogate half is encoded as
 * U+FFFD. Row functions that call it are compiled, for the GPU as well.
 *
 * @example
 * row: ({ email }) => sha256(email.trim().toLowerCase())
 */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/**
 * HMAC-SHA256 (RFC 2104) of a string under a key, both in UTF-8, as 64 lower-case hexadecimal digits. Lone surrogate halves
 * are encoded as U+FFFD.
 *
 * @example
 * row: ({ id }) => hmacSha256('a secret of the build', id)
 */
export function hmacSha256(key: string, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}
