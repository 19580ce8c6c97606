/**
 * Calls `visit` for everything that `first` needs, directly or indirectly, each after its own needs, and last for
 * `first`. It does not recurse, because chains of needs may be of any length. In a circle, one thing is visited before
 * its needs.
 */
export function visitInOrder<Thing>(
  first: Thing,
  neededBy: (thing: Thing) => readonly Thing[],
  isKnown: (thing: Thing) => boolean,
  visit: (thing: Thing) => void,
): void {
  const pending = [first];
  const entered = new Set<Thing>();
  while (pending.length > 0) {
    const next = pending[pending.length - 1] as Thing;
    const needed = entered.has(next) || isKnown(next) ? [] : neededBy(next);
    entered.add(next);
    const missing = needed.filter((one) => !entered.has(one) && !isKnown(one));
    for (const one of missing) pending.push(one);
    if (missing.length > 0) continue;
    pending.pop();
    if (!isKnown(next)) visit(next);
  }
}
