/** Returns the first state of an automaton, or -1 if it depends on the character before. */
export function constantOf(starts: readonly number[]): number {
  const [first = 0] = starts;
  return starts.every((start) => start === first) ? first : -1;
}
