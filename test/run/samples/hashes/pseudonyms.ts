import { hmacSha256 as keyedDigest } from 'rowfuse';

/** In a module of its own, with a name of its own for the function. */
export function pseudonym(key: string, text: string): string {
  return keyedDigest(key, text.trim()).slice(0, 8);
}
