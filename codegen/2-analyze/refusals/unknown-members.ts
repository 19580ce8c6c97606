import { nearest } from '../../../schema/nearest.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedMethod } from '../../diagnostics/index.js';
import type { RowContext } from '../context/row-context.js';

/** Advice per array method that is not compiled. */
const arrays: ReadonlyMap<string, string> = new Map([
  ['keys', 'Count: `for (let i = 0; i < words.length; i++)`.'],
  ['values', 'Go through the array itself: `for (const word of words)`.'],
  [
    'entries',
    'Take the index as the second parameter, `words.map((word, i) => …)`, or use `entries` in a loop: `for (const [i, word] of words.entries())`.',
  ],
]);

/** Advice per method of arrays that arrays of objects lack. */
const records: ReadonlyMap<string, string> = new Map([
  ['join', "Say how each is written: `pairs.map(([key, count]) => key + count).join(';')`."],
  ['includes', 'Ask for what it holds: `people.some((person) => person.name === name)`.'],
  ['indexOf', 'Ask for what it holds: `people.findIndex((person) => person.name === name)`.'],
  ['concat', 'Append them: `people.push(...others)`, or `[...people, ...others]`.'],
]);

const advices: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['An array', arrays],
  ['An array of objects', records],
]);

/** The object of a member access, for messages. */
export interface MemberOwner {
  /** Its type as the start of a sentence: `A string`. */
  readonly type: string;
  readonly known: readonly string[];
}

/** Reports a property or method that is not compiled, and suggests the nearest name or an equivalent. */
export function reportMember(
  { type, known }: MemberOwner,
  name: string,
  node: ts.Node,
  context: RowContext,
): undefined {
  const close = nearest(name, known);
  const instead = advices.get(type)?.get(name);
  const advice = instead ?? (close === undefined ? 'Use one of these.' : `Did you mean \`${close}\`?`);
  const has = known.length === 0 ? 'It has none.' : `It has these: ${known.join(', ')}.`;
  return context.report(node, (span) => unsupportedMethod(span, { type, method: name, known: has, advice }));
}
