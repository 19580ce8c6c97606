import { createHash, createHmac } from 'node:crypto';

/**
 * Returns the SHA-256 hash (FIPS 180-4) of a string's UTF-8 encoding, as 64 lower-case hexadecimal digits. A lone surrogate
 * is encoded as U+FFFD. Row functions may call it on every backend.
 *
 * @throws TypeError if `text` is no string; the row then fails
 * @example
 * export const digests = transform({ input: { email: utf8 }, output: utf8, row: ({ email }) => sha256(email.trim().toLowerCase()) });
 */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/**
 * Returns the HMAC-SHA256 (RFC 2104) of a string under a key, as 64 lower-case hexadecimal digits. Both are encoded as UTF-8,
 * and lone surrogates as U+FFFD. A constant key stands in the generated code, so pass a secret as a param or in a column.
 *
 * @throws TypeError if an argument is no string; the row then fails
 * @example
 * export const pseudonyms = transform({
 *   input: { id: utf8 },
 *   params: { key: utf8 },
 *   output: utf8,
 *   row: ({ id }, { params }) => hmacSha256(params.key, id),
 * });
 */
export function hmacSha256(key: string, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}
