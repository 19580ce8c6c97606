import { spaces } from './characters/classes.js';
import { type Node, nothing } from './syntax/node.js';
import type { ParsedPattern } from './syntax/parse.js';

/**
 * A pattern that an operation of strings can search for. It is a text, which may stand at one end of the subject or be all of it. Or it is
 * the white space at the ends of the subject.
 */
export type StringForm =
  | { readonly kind: 'text'; readonly text: string; readonly atStart: boolean; readonly atEnd: boolean }
  | { readonly kind: 'spaces'; readonly at: 'start' | 'end' | 'both' };

/** Recognises a pattern whose matches an operation of strings finds. Its groups are taken for parts without a number. */
export function stringForm({ body, flags }: ParsedPattern): StringForm | undefined {
  if (flags.sticky) return undefined;
  const elements = elementsOf(body);
  const [first] = elements;
  if (elements.length === 1 && first?.kind === 'alternatives') return spacesAtBothEnds(first.choices);
  return spacesAtEnd(elements) ?? textIn(elements, flags.unicode);
}

/** Recognises a pattern of which an operation of strings tells if there is a match. The length of the match does not matter. */
export function testedForm(pattern: ParsedPattern): StringForm | undefined {
  const elements = elementsOf(pattern.body);
  const isNeeded = (element: Node) => !isOptional(element);
  const rest = elements.slice(elements.findIndex(isNeeded), elements.findLastIndex(isNeeded) + 1);
  return stringForm({ ...pattern, body: rest.length > 0 ? { kind: 'sequence', parts: rest } : nothing });
}

/** True for an element that matches the empty string at every place, so that a match needs none of it at its ends. */
function isOptional(node: Node): boolean {
  switch (node.kind) {
    case 'characters':
    case 'edge':
    case 'look':
      return false;
    case 'sequence':
      return node.parts.every(isOptional);
    case 'alternatives':
      return node.choices.some(isOptional);
    case 'repetition':
      return node.min === 0 || isOptional(node.body);
    case 'group':
      return isOptional(node.body);
  }
}

/** Returns the elements of a sequence, also through groups. */
function elementsOf(node: Node): readonly Node[] {
  if (node.kind === 'group') return elementsOf(node.body);
  return node.kind === 'sequence' ? node.parts.flatMap(elementsOf) : [node];
}

function isEdge(node: Node | undefined, test: 'start' | 'end'): boolean {
  return node?.kind === 'edge' && node.test === test;
}

function textIn(elements: readonly Node[], unicode: boolean): StringForm | undefined {
  const atStart = isEdge(elements[0], 'start');
  const atEnd = isEdge(elements.at(-1), 'end');
  const inner = elements.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  const characters = inner.map((element) => characterOf(element, unicode));
  const isText = characters.every((character) => character !== undefined);
  // The empty text is found at many places, unless it is all of the subject.
  if (!isText || (characters.length === 0 && !(atStart && atEnd))) return undefined;
  return { kind: 'text', text: characters.join(''), atStart, atEnd };
}

/** Returns the only character that a node matches, without regard to the characters around it. */
function characterOf(node: Node, unicode: boolean): string | undefined {
  const [range, ...others] = node.kind === 'characters' ? node.set.ranges : [];
  if (!range || others.length > 0 || range[0] !== range[1]) return undefined;
  // A pattern that reads code points finds half a pair only where the other half is missing.
  const isHalf = range[0] >= 0xd800 && range[0] <= 0xdfff;
  return unicode && isHalf ? undefined : String.fromCodePoint(range[0]);
}

/** Recognises `^\s+` and `\s+$`. */
function spacesAtEnd(elements: readonly Node[]): StringForm | undefined {
  const [first, second] = elements;
  if (elements.length !== 2) return undefined;
  if (isEdge(first, 'start') && isSpaces(second)) return { kind: 'spaces', at: 'start' };
  return isSpaces(first) && isEdge(second, 'end') ? { kind: 'spaces', at: 'end' } : undefined;
}

/** Recognises `^\s+|\s+$`, in either order. */
function spacesAtBothEnds(choices: readonly Node[]): StringForm | undefined {
  const ends = choices.map((choice) => spacesAtEnd(elementsOf(choice)));
  const isAt = (at: 'start' | 'end') => ends.some((end) => end?.kind === 'spaces' && end.at === at);
  return choices.length === 2 && isAt('start') && isAt('end') ? { kind: 'spaces', at: 'both' } : undefined;
}

/** True for one white space or more, as many as there are: what `trim` removes. */
function isSpaces(node: Node | undefined): boolean {
  if (node?.kind !== 'repetition' || !node.greedy || node.min > 1 || node.max !== Infinity) return false;
  return node.body.kind === 'characters' && node.body.set.key === spaces.key;
}
