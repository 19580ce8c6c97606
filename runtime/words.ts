/** Formats a count with a noun whose plural ends in `s`: `1 row`, `1,000,000 rows`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Adds the indefinite article: `a string`, `an array`, `a Uint8Array`. */
export function withArticle(noun: string): string {
  // Every type that begins with `u` begins with a consonant sound: utf8, uint8, Uint8Array.
  return /^[aeio]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** Describes the kind of a JavaScript value: `undefined`, `a number`, `an Int32Array`, `a Promise`, `an object`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return withArticle(typeof value);
  const tag = tagOf(value);
  return withArticle(tag === 'Object' || tag === 'Array' ? tag.toLowerCase() : tag);
}

/** Returns the tag of an object. A proxy may throw when it is read. */
function tagOf(value: object): string {
  try {
    return /^\[object (\w+)/.exec(Object.prototype.toString.call(value))?.[1] ?? 'Object';
  } catch {
    return 'Object';
  }
}
