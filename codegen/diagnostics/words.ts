/** Adds the indefinite article: `a string`, `an array`, `a Uint8Array`. Null and undefined take none. */
export function withArticle(noun: string): string {
  if (/^(null|undefined|nothing)\b/.test(noun)) return noun;
  // Every type that begins with `u` begins with a consonant sound: utf8, uint8, Uint8Array.
  return /^[aeio]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** Like {@link withArticle}, for the start of a sentence: `An array`, `Null`. */
export function startingWith(noun: string): string {
  const words = withArticle(noun);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Shortens text for a message to one line of at most `most` characters. */
export function excerpt(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
