/** `1 row`, `2 rows`, `1,000,000 rows`: a number of things, the plural of which has an `s`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `a string`, `an array`, `a Uint8Array`. */
export function withArticle(noun: string): string {
  // A `u` is spoken as in `utf8` or `Uint8Array` wherever a type begins with one.
  return /^[aeio]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** What kind of JavaScript value it is, with its article: `undefined`, `a number`, `an Int32Array`, `a Promise`, `an object`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return withArticle(typeof value);
  const [, tag = 'Object'] = /^\[object (\w+)/.exec(Object.prototype.toString.call(value)) ?? [];
  return withArticle(tag === 'Object' || tag === 'Array' ? tag.toLowerCase() : tag);
}
