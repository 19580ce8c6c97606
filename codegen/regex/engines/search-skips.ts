import type { Alphabet } from '../automaton/alphabet.js';
import { failed, matched, type SearchAutomaton } from './search-automaton.js';
import { type SkipSet, skipSet } from './skipping.js';

/** The sets at which skipping ends, by the state in which text is skipped. */
export type SearchSkips = ReadonlyMap<number, SkipSet>;

/** @param inner The characters that each match contains, if they are searched for first. */
export function searchSkips(
  { states, starts, transitions }: SearchAutomaton,
  alphabet: Alphabet,
  inner: SkipSet | undefined,
): SearchSkips {
  const width = alphabet.classes + 1;
  const start = starts[0] ?? failed;
  const skips = new Map<number, SkipSet>();
  for (let state = matched + 1; state < states; state++) {
    const isFirst = state === start;
    const stays = (characterClass: number) => transitions[state * width + characterClass] === state;
    const set = (isFirst ? inner : undefined) ?? skipSet(alphabet, isFirst ? 'first' : 'kept', stays);
    if (set) skips.set(state, set);
  }
  return skips;
}

/** Returns the characters that are searched for before the automaton starts, if it has one first state in which text is skipped. */
export function prefilterOf({ starts }: SearchAutomaton, skips: SearchSkips): SkipSet | undefined {
  const [first = failed] = starts;
  return starts.every((start) => start === first) ? skips.get(first) : undefined;
}
