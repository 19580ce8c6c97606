import type { CharacterSet } from '../characters/character-set.js';
import type { Node } from '../syntax/node.js';
import type { ParsedPattern } from '../syntax/parse.js';
import type { SkipSet } from './skipping.js';

/** More characters than these are not rare. */
const mostCharacters = 3;

/**
 * Recognises patterns that begin with characters of one set and go on with a rare one, such as the `@` of `[\\w.]+@` or the first `-` of
 * `\\d{4}-\\d{2}`. Each match contains the rare character, so that is searched for first; a match can only begin among the characters of the
 * set before it. Undefined if those are as few.
 */
export function innerSkipOf({ body, flags }: ParsedPattern): SkipSet | undefined {
  const [first, second] = elementsOf(body);
  if (flags.sticky || first === undefined || second?.kind !== 'characters') return undefined;
  const before = first.kind === 'repetition' ? first.body : first;
  if (before.kind !== 'characters' || !isRare(second.set) || countOf(before.set) <= mostCharacters) return undefined;
  return { ...skipTo(second.set), before: skipTo(before.set) };
}

/** Returns the elements of a sequence, also through groups. */
function elementsOf(node: Node): readonly Node[] {
  if (node.kind === 'group') return elementsOf(node.body);
  return node.kind === 'sequence' ? node.parts.flatMap(elementsOf) : [node];
}

function isRare({ ranges }: CharacterSet): boolean {
  const characters = ranges.flatMap(([first, last]) =>
    last - first < mostCharacters ? Array.from({ length: last - first + 1 }, (_, offset) => first + offset) : [-1],
  );
  return (
    characters.length <= mostCharacters &&
    characters.every((character) => character > 32 && character < 128 && !/\w/.test(String.fromCharCode(character)))
  );
}

function countOf({ ranges }: CharacterSet): number {
  return ranges.reduce((count, [first, last]) => count + last - first + 1, 0);
}

/** Returns the members of a set. All characters above ASCII count as members if any is one. */
function skipTo(set: CharacterSet): SkipSet {
  const ascii = Array.from({ length: 128 }, (_, character) => set.has(character));
  return { ascii, others: set.ranges.some(([, last]) => last >= 128) };
}
