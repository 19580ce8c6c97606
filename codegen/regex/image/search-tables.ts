import type { Alphabet } from '../automaton/alphabet.js';
import { failed, matched, type SearchAutomaton } from '../engines/search-automaton.js';
import { skipSet } from '../engines/skipping.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';
import { writeSkip } from './skip-table.js';

type SearchLayout = Pick<
  Layout,
  'searchStates' | 'searchStarts' | 'searchTransitions' | 'searchSkipped' | 'searchSkip'
>;

const none: SearchLayout = { searchStates: 0, searchStarts: 0, searchTransitions: 0, searchSkipped: 0, searchSkip: 0 };

/** Writes an automaton. A state that does not stop is the place of its row, so that no step multiplies. */
export function writeSearch(
  automaton: SearchAutomaton | undefined,
  alphabet: Alphabet,
  image: ImageWriter,
): SearchLayout {
  if (automaton === undefined) return none;
  const width = alphabet.classes + 1;
  const firstRunning = matched + 1;
  const numbered = (state: number) => (state < firstRunning ? state : firstRunning + (state - firstRunning) * width);
  const rows = automaton.transitions.subarray(firstRunning * width);
  const start = automaton.starts[0] ?? failed;
  const skip =
    start < firstRunning
      ? undefined
      : skipSet(alphabet, (characterClass) => automaton.transitions[start * width + characterClass] === start);
  return {
    searchStates: automaton.states,
    searchStarts: image.add(automaton.starts.map(numbered)),
    searchTransitions: image.add(rows.map(numbered)),
    searchSkipped: skip ? numbered(start) : 0,
    searchSkip: writeSkip(skip, image),
  };
}
