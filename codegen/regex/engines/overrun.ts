import type { TaggedAutomaton } from './tagged-automaton.js';

/**
 * True if the automaton reads a bounded number of characters behind the end of each match that it finds. Otherwise a loop over all matches may
 * read the rest of the text for each of them: `/.*a|b/g` over many b.
 */
export function hasBoundedOverrun({ states, transitions }: TaggedAutomaton): boolean {
  const done = new Set<number>();
  const followers = (state: number) => [
    ...new Set((transitions[state] ?? []).filter(({ matches }) => !matches).map(({ next }) => next)),
  ];
  const reads = (state: number) => (states[state]?.threads.length ?? 0) > 0;
  for (const { number, ended } of states) {
    if (!ended || done.has(number)) continue;
    // A depth-first walk over characters at which no match ends; a state that is still open closes a cycle.
    const open = [{ state: number, left: followers(number) }];
    const path = new Set([number]);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const next = top.left.pop();
      if (next === undefined) {
        path.delete(top.state);
        done.add(top.state);
        open.pop();
      } else if (path.has(next) && reads(next)) return false;
      else if (!done.has(next) && reads(next)) {
        path.add(next);
        open.push({ state: next, left: followers(next) });
      }
    }
  }
  return true;
}
