import { withArticle } from '../schema/with-article.js';

/** Formats a count with a noun whose plural ends in `s`: `1 row`, `1,000,000 rows`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Describes the kind of a JavaScript value: `undefined`, `a number`, `an Int32Array`, `a Promise`, `an object`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
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
