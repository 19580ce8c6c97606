import type { Alphabet } from '../automaton/alphabet.js';
import { failed, matched, type SearchAutomaton } from '../engines/search-automaton.js';
import { type SkipSet, skipSet } from '../engines/skipping.js';
import { constantOf } from './constant-start.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';
import { SkipTables, skips } from './skip-tables.js';

type SearchLayout = Pick<Layout, 'searchStates' | 'searchStart' | 'searchStarts' | 'searchTransitions' | 'searchSkips'>;

const none: SearchLayout = { searchStates: 0, searchStart: 0, searchStarts: 0, searchTransitions: 0, searchSkips: 0 };

/**
 * Writes an automaton. A state is the place of its row, so that no step multiplies; the first row is that of failure, the second one that of
 * success. Behind the classes and the end, a row has the number of the set at which skipping ends, and the state itself. A transition says
 * with a bit that text is skipped behind it.
 *
 * @param inner The characters that each match contains, if they are searched for first.
 */
export function writeSearch(
  automaton: SearchAutomaton | undefined,
  alphabet: Alphabet,
  image: ImageWriter,
  inner: SkipSet | undefined,
): SearchLayout {
  if (automaton === undefined) return none;
  const { states, starts, transitions } = automaton;
  const width = alphabet.classes + 1;
  const numbered = (state: number) => state * (width + 2);
  const start = starts[0] ?? failed;
  const sets = new SkipTables();
  const skipping = new Map<number, number>();
  for (let state = matched + 1; state < states; state++) {
    const stays = (characterClass: number) => transitions[state * width + characterClass] === state;
    const isFirst = state === start;
    const set = (isFirst ? inner : undefined) ?? skipSet(alphabet, isFirst ? 'first' : 'kept', stays);
    if (set) skipping.set(state, sets.add(set));
  }
  const rows: number[] = [];
  for (let state = failed; state < states; state++) {
    for (const next of transitions.subarray(state * width, (state + 1) * width)) {
      // A state that is no beginning is left soon, unless it was kept once.
      const isSkipped = skipping.has(next) && (next === state || next === start);
      rows.push(numbered(next) + (isSkipped ? skips : 0));
    }
    rows.push(skipping.get(state) ?? 0, numbered(state));
  }
  const firsts = Array.from(starts, (state) => numbered(state) + (skipping.has(state) && state === start ? skips : 0));
  return {
    searchStates: states,
    searchStart: constantOf(firsts),
    searchStarts: image.add(Uint16Array.from(firsts)),
    searchTransitions: image.add(Uint16Array.from(rows)),
    searchSkips: sets.write(image),
  };
}
