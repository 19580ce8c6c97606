/** Adds the indefinite article: `a string`, `an array`, `a Uint8Array`. Null, undefined and nothing take none. */
export function withArticle(noun: string): string {
  if (/^(null|undefined|nothing)\b/.test(noun)) return noun;
  // Every type that begins with `u` begins with a consonant sound: utf8, uint8, Uint8Array.
  return /^[aeio]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}
