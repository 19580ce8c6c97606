import { hullOf, int32Interval, narrowed } from '../../ir/interval.js';
import type { VariableId } from '../../ir/variable.js';
import {
  type BoundedInterval,
  bounded,
  isPartOf,
  isSameBounded,
  joined,
  settledPastLengths,
  withoutVariables,
} from './bounded-interval.js';
import type { LoopTotals } from './loop-totals.js';
import type { ValueRanges } from './number-range.js';

/** The ranges at one point of control flow. A variable without one may hold anything. Undefined if control never comes there. */
export type State = ValueRanges | undefined;

/** Rounds of a loop before bounds that still move are widened. */
const patience = 2;

export function joinStates(a: State, b: State): State {
  if (!a || !b) return a ?? b;
  const both = new Map<VariableId, BoundedInterval>();
  for (const [id, range] of a) {
    const other = b.get(id);
    if (other) both.set(id, joined(range, other));
  }
  return both;
}

/** The state of control flow for which two states are both right. */
export function meetStates(a: ValueRanges, b: ValueRanges): ValueRanges {
  const both = new Map(b);
  for (const [id, range] of a) {
    const other = b.get(id) ?? range;
    both.set(id, narrowed(range, Math.max(range.min, other.min), Math.min(range.max, other.max)) ?? range);
  }
  return both;
}

/** The state without the ranges of some variables, and without what is known of others by their values. */
export function forget(state: ValueRanges, variables: ReadonlySet<VariableId>): Map<VariableId, BoundedInterval> {
  const kept = new Map<VariableId, BoundedInterval>();
  for (const [id, range] of state) if (!variables.has(id)) kept.set(id, withoutVariables(range, variables));
  return kept;
}

/** The state after a variable is given a value, or a value without a range. */
export function storeIn(state: ValueRanges, id: VariableId, range: BoundedInterval | undefined): ValueRanges {
  const changed = new Set([id]);
  const after = forget(state, changed);
  if (range) after.set(id, withoutVariables(range, changed));
  return after;
}

/** True if both states know the same. */
export function isSameState(a: ValueRanges, b: ValueRanges): boolean {
  return (
    a.size === b.size &&
    [...a].every(([id, range]) => {
      const other = b.get(id);
      return other !== undefined && isSameBounded(range, other);
    })
  );
}

/** The state with other ranges for some variables. */
function withRanges(state: ValueRanges, ranges: ValueRanges): ValueRanges {
  return ranges.size === 0 ? state : new Map([...state, ...ranges]);
}

/**
 * The state at the head of a loop, which holds before each of its steps: a fixed point, by widening and one step of narrowing.
 *
 * @param entry the state before the loop
 * @param stepFrom gives the state in which a step that begins in a state returns to the head
 * @param totals gives the ranges of variables that are sums of bounded terms, after any number of steps that begin like the last one that
 *   `stepFrom` was asked for
 */
export function loopHead(
  entry: ValueRanges,
  stepFrom: (head: ValueRanges) => State,
  totals: Pick<LoopTotals, 'ranges'>,
): ValueRanges {
  const after = (head: ValueRanges) => {
    const joined = joinStates(entry, stepFrom(head)) ?? entry;
    return withRanges(joined, totals.ranges());
  };
  let head = entry;
  for (let rounds = 0; ; rounds += 1) {
    const next = after(head);
    if (isPart(next, head)) break;
    head = rounds < patience ? (joinStates(head, next) ?? next) : withRanges(widen(head, next), totals.ranges());
  }
  // Widening loses bounds that a test inside the loop may give back.
  const narrower = after(head);
  return isPart(after(narrower), narrower) ? narrower : head;
}

/** True if `whole` allows every value that `part` allows. */
function isPart(part: ValueRanges, whole: ValueRanges): boolean {
  return [...whole].every(([id, range]) => {
    const own = part.get(id);
    return own !== undefined && isPartOf(own, range);
  });
}

/** Moves a bound that still grows to that of an int32; a range that leaves an int32 is dropped. */
function widen(before: ValueRanges, after: ValueRanges): ValueRanges {
  const widened = new Map<VariableId, BoundedInterval>();
  for (const [id, own] of before) {
    const next = after.get(id);
    if (!next) continue;
    const { min, max } = own;
    const low = next.min >= min ? min : next.min >= int32Interval.min ? int32Interval.min : -Infinity;
    const high = next.max <= max ? max : next.max <= int32Interval.max ? int32Interval.max : Infinity;
    if (Number.isFinite(low) && Number.isFinite(high))
      widened.set(id, bounded({ ...hullOf(own, next), min: low, max: high }, settledPastLengths(own, next)));
  }
  return widened;
}
