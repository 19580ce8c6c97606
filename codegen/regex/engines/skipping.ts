import type { Alphabet } from '../automaton/alphabet.js';
import { leadBytes } from './lead-bytes.js';

/** The characters at which a search goes on: one entry per ASCII character, and characters above ASCII if `others` is set. */
export interface SkipSet {
  readonly ascii: readonly boolean[];
  readonly others: boolean;
  /** The first bytes of the characters above ASCII at which it goes on, from byte 128 on. Undefined for all bytes. */
  readonly leads?: readonly boolean[] | undefined;
  /** The characters among which a match begins, before the one that was found. Undefined if it begins there itself. */
  readonly before?: SkipSet;
}

const frequentLetters = 'etaoinsrhldcum';
/** Characters that are most of a text: searching for more than a few of them costs more than going through the text. */
const frequent = ` ${frequentLetters}`;
/** Characters that end runs of others. */
const separators = ' .,;:/=&|>)]}-_!?0123456789';
/** Runs that more of them end are too short: a vector for each run costs more than its characters. */
const mostEnds = 2;

/** A first state, in which nothing has matched yet, and a state that its last character has kept. */
type Standing = 'first' | 'kept';

/** True if characters are rare enough to be searched for by vectors. */
function areRare(has: (character: number) => boolean): boolean {
  return [...frequent].filter((one) => has(one.charCodeAt(0))).length <= 2;
}

/**
 * Returns the characters that leave a state, if a vectorised search for them pays.
 *
 * @param stays True for the classes that do not leave the state.
 */
export function skipSet(
  alphabet: Alphabet,
  standing: Standing,
  stays: (characterClass: number) => boolean,
): SkipSet | undefined {
  const { ascii, ranges } = alphabet;
  const leaves = Array.from(ascii, (characterClass) => !stays(characterClass));
  const isKept = (character: string) => !leaves[character.charCodeAt(0)];
  const pays =
    standing === 'first'
      ? areRare((character) => leaves[character] === true)
      : [...frequentLetters].every(isKept) && [...separators].filter((one) => !isKept(one)).length <= mostEnds;
  if (!leaves.includes(false) || !pays) return undefined;
  const others = !ranges.every(({ characterClass }) => stays(characterClass));
  return { ascii: leaves, others, leads: others ? leadBytes(alphabet, stays) : undefined };
}
