import type { ts } from '../1-parse/ts.js';
import { nearest, unsupportedMethod } from '../diagnostics/index.js';
import type { RowContext } from './row-context.js';

const makeOthers =
  'Make another array: `[...words.slice(0, at), word, ...words.slice(at + 1)]`, or `words.filter((word, i) => i !== at)`.';

/** What to write instead of methods that arrays have in JavaScript. */
const arrays: ReadonlyMap<string, string> = new Map([
  ['splice', makeOthers],
  ['toSpliced', makeOthers],
  ['with', 'Make another array: `words.map((word, i) => (i === at ? other : word))`.'],
  ['flat', 'Write `rows.flatMap((row) => row)`.'],
  ['fill', 'Write `sizes.map(() => 0)`, or `new Array(26).fill(0)` where it is made.'],
  ['keys', 'Count: `for (let i = 0; i < words.length; i++)`.'],
  ['values', 'Go through the array itself: `for (const word of words)`.'],
  [
    'entries',
    'Functions of array methods get the place besides, `words.map((word, i) => …)`, and so do loops: `for (const [i, word] of words.entries())`.',
  ],
]);

const withoutPatterns =
  "Regular expressions are not supported yet: `s.indexOf('@')` finds a text, and `slice` cuts it.";

/** The same of strings. */
const strings: ReadonlyMap<string, string> = new Map([
  ['match', withoutPatterns],
  ['matchAll', withoutPatterns],
  ['search', withoutPatterns],
]);

/** A value that is asked for a member, and what it has. */
export interface MemberOwner {
  /** At the beginning of a sentence: `A string`. */
  readonly type: string;
  readonly known: readonly string[];
}

/** Reports a property or method that is not compiled, with the one that was meant or what does the same. */
export function reportMember(
  { type, known }: MemberOwner,
  name: string,
  node: ts.Node,
  context: RowContext,
): undefined {
  const close = nearest(name, known);
  const instead = type === 'An array' ? arrays.get(name) : type.startsWith('A string') ? strings.get(name) : undefined;
  const advice = instead ?? (close === undefined ? 'Write it by one of these.' : `Did you mean \`${close}\`?`);
  const has = known.length === 0 ? 'It has none.' : `It has these: ${known.join(', ')}.`;
  return context.report(node, (span) => unsupportedMethod(span, { type, method: name, known: has, advice }));
}
