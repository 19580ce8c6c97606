/** `a string`, `an array`, `a Uint8Array`; null and undefined take no article. */
export function withArticle(noun: string): string {
  if (/^(null|undefined|nothing)\b/.test(noun)) return noun;
  // A `u` is spoken as in `utf8` or `Uint8Array` wherever a type begins with one.
  return /^[aeio]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** The same at the beginning of a sentence: `An array`, `Null`. */
export function startingWith(noun: string): string {
  const words = withArticle(noun);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A text for messages, on one line and cut to so many characters. */
export function excerpt(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
