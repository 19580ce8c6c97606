import { hullOf, type Interval, isWithin } from '../../ir/interval.js';
import type { VariableId } from '../../ir/variable.js';

/**
 * Integers of a range that lengths of texts bound as well: for some variables with texts, the most by which the number exceeds the length.
 * Where `i < s.length` holds, `i` is past the length of `s` by -1. These are differences of two variables as in the zone domain (A. Miné,
 * 2001), with a length as the second of them.
 */
export interface BoundedInterval extends Interval {
  readonly pastLengths?: ReadonlyMap<VariableId, number>;
}

type PastLength = readonly [text: VariableId, past: number];

/** Adds bounds to a range, where they say more than the range does: no length is negative. */
export function bounded({ min, max }: Interval, bounds: readonly PastLength[]): BoundedInterval {
  const known = new Map(bounds.filter(([, past]) => past < max));
  return known.size > 0 ? { min, max, pastLengths: known } : { min, max };
}

/** The range and the bounds that hold for the numbers of both. */
export function joined(a: BoundedInterval, b: BoundedInterval): BoundedInterval {
  const hull = hullOf(a, b);
  if (!a.pastLengths && !b.pastLengths) return hull;
  const texts = new Set([a, b].flatMap(({ pastLengths }) => [...(pastLengths ?? [])].map(([text]) => text)));
  return bounded(
    hull,
    [...texts].map((text) => [text, Math.max(pastLengthIn(a, text), pastLengthIn(b, text))]),
  );
}

/** True if the range and the bounds of `whole` hold for all numbers of `part`. */
export function isPartOf(part: BoundedInterval, whole: BoundedInterval): boolean {
  return (
    isWithin(part, whole) && [...(whole.pastLengths ?? [])].every(([text, past]) => pastLengthIn(part, text) <= past)
  );
}

/** Returns the bounds by lengths that do not grow from one round of a loop to the next. */
export function settledPastLengths(before: BoundedInterval, after: BoundedInterval): readonly PastLength[] {
  return [...(before.pastLengths ?? [])].filter(([text, past]) => pastLengthIn(after, text) <= past);
}

/** Forgets the bounds by the lengths of texts that change. */
export function withoutTexts(range: BoundedInterval, changes: (text: VariableId) => boolean): BoundedInterval {
  const bounds = [...(range.pastLengths ?? [])];
  return bounds.some(([text]) => changes(text))
    ? bounded(
        range,
        bounds.filter(([text]) => !changes(text)),
      )
    : range;
}

/** Returns the most by which a number of the range can exceed the length of a text. */
function pastLengthIn({ max, pastLengths }: BoundedInterval, text: VariableId): number {
  return Math.min(pastLengths?.get(text) ?? max, max);
}
