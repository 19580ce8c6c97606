import { hmacSha256 as keyedDigest } from 'rowfuse';

/** A separate module, with another name for the hash function. */
export function pseudonym(key: string, text: string): string {
  return keyedDigest(key, text.trim()).slice(0, 8);
}
