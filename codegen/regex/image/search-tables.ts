import type { SearchAutomaton } from '../engines/search-automaton.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';

type SearchLayout = Pick<Layout, 'searchStates' | 'searchStarts' | 'searchTransitions'>;

export function writeSearch(automaton: SearchAutomaton | undefined, image: ImageWriter): SearchLayout {
  if (automaton === undefined) return { searchStates: 0, searchStarts: 0, searchTransitions: 0 };
  return {
    searchStates: automaton.states,
    searchStarts: image.add(automaton.starts),
    searchTransitions: image.add(automaton.transitions),
  };
}
