import { hullOf, type Interval } from '../../ir/interval.js';
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
export function bounded(range: Interval, bounds: readonly PastLength[]): BoundedInterval {
  const { pastLengths: _, ...plain }: BoundedInterval = range;
  const known = new Map(bounds.filter(([, past]) => past < range.max));
  return known.size > 0 ? { ...plain, pastLengths: known } : plain;
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
    isSame(hullOf(part, whole), whole) &&
    [...(whole.pastLengths ?? [])].every(([text, past]) => pastLengthIn(part, text) <= past)
  );
}

/** True if both ranges say the same. */
export function isSameBounded(a: BoundedInterval, b: BoundedInterval): boolean {
  const bounds = [...(a.pastLengths ?? [])];
  return (
    isSame(a, b) &&
    bounds.length === (b.pastLengths?.size ?? 0) &&
    bounds.every(([text, past]) => b.pastLengths?.get(text) === past)
  );
}

/** Returns the bounds by lengths that do not grow from one round of a loop to the next. */
export function settledPastLengths(before: BoundedInterval, after: BoundedInterval): readonly PastLength[] {
  return [...(before.pastLengths ?? [])].filter(([text, past]) => pastLengthIn(after, text) <= past);
}

/** Forgets the bounds by the lengths of texts that change, and a divisor that changes. */
export function withoutVariables(range: BoundedInterval, changed: ReadonlySet<VariableId>): BoundedInterval {
  if (range.multipleOf === undefined && !range.pastLengths) return range;
  const { multipleOf, ...rest } = range;
  const keepsDivisor = multipleOf === undefined || ![...changed].some((id) => multipleOf === variableKey(id));
  const bounds = [...(range.pastLengths ?? [])];
  const keepsBounds = !bounds.some(([text]) => changed.has(text));
  if (keepsDivisor && keepsBounds) return range;
  const kept = bounds.filter(([text]) => !changed.has(text));
  return bounded(keepsDivisor ? range : rest, kept);
}

/** Returns what holds at any point of control flow: the range without bounds by lengths and without a divisor, which may change. */
export function everywhere({ pastLengths: _, multipleOf: __, ...range }: BoundedInterval): Interval {
  return range;
}

/** Names a variable as a divisor of which a number is a multiple. */
export function variableKey(id: VariableId): string {
  return `%${id}`;
}

function isSame(a: Interval, b: Interval): boolean {
  const flags = ['minusZero', 'nonZero', 'multipleOf'] as const;
  return a.min === b.min && a.max === b.max && flags.every((flag) => a[flag] === b[flag]);
}

/** Returns the most by which a number of the range can exceed the length of a text. */
function pastLengthIn({ max, pastLengths }: BoundedInterval, text: VariableId): number {
  return Math.min(pastLengths?.get(text) ?? max, max);
}
