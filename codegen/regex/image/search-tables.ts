import type { Alphabet } from '../automaton/alphabet.js';
import { failed, type SearchAutomaton } from '../engines/search-automaton.js';
import type { SearchSkips } from '../engines/search-skips.js';
import { constantOf } from './constant-start.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';
import { SkipTables, skipBit } from './skip-tables.js';

type SearchLayout = Pick<Layout, 'searchStates' | 'searchStart' | 'searchStarts' | 'searchTransitions' | 'searchSkips'>;

const none: SearchLayout = { searchStates: 0, searchStart: 0, searchStarts: 0, searchTransitions: 0, searchSkips: 0 };

/**
 * Writes an automaton. A state is the place of its row, so that no step multiplies; the first row is that of failure, the second one that of
 * success. Behind the classes and the end, a row has the number of the set at which skipping ends, and the state itself. A transition says
 * with a bit that text is skipped behind it.
 */
export function writeSearch(
  automaton: SearchAutomaton | undefined,
  alphabet: Alphabet,
  skips: SearchSkips,
  image: ImageWriter,
): SearchLayout {
  if (automaton === undefined) return none;
  const { states, starts, transitions } = automaton;
  const width = alphabet.classes + 1;
  const numbered = (state: number) => state * (width + 2);
  const start = starts[0] ?? failed;
  const sets = new SkipTables();
  const numbers = new Map([...skips].map(([state, set]) => [state, sets.add(set)]));
  const rows: number[] = [];
  for (let state = failed; state < states; state++) {
    for (const next of transitions.subarray(state * width, (state + 1) * width)) {
      // A state that is no beginning is left soon, unless it was kept once.
      const isSkipped = skips.has(next) && (next === state || next === start);
      rows.push(numbered(next) + (isSkipped ? skipBit : 0));
    }
    rows.push(numbers.get(state) ?? 0, numbered(state));
  }
  const firsts = Array.from(starts, (state) => numbered(state) + (skips.has(state) && state === start ? skipBit : 0));
  return {
    searchStates: states,
    searchStart: constantOf(firsts),
    searchStarts: image.add(Uint16Array.from(firsts)),
    searchTransitions: image.add(Uint16Array.from(rows)),
    searchSkips: sets.write(image),
  };
}
