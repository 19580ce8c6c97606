/**
 * Calls `visit` for what the first needs, for what that needs, and so on, each after what it needs itself; last for the first. It keeps its
 * place in a list: things may need each other in chains of any length. Of a circle one is visited before what it needs.
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
