/** Returns the states from which a target can be reached, by the states behind each state. */
export function reaching(rows: readonly (readonly number[])[], targets: Iterable<number>): Set<number> {
  const sources = rows.map((): number[] => []);
  rows.forEach((row, state) => {
    for (const next of new Set(row)) sources[next]?.push(state);
  });
  const found = new Set(targets);
  for (const state of found) for (const source of sources[state] ?? []) found.add(source);
  return found;
}
