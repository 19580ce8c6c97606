import { joinKinds, sameType, type Type } from '../../ir/type.js';
import type { Flow } from './flow.js';

/** The numbers of variables and calls before a loop. They are the same in each round of the loop around it, so they identify the loop. */
interface LoopPlace {
  readonly variables: number;
  readonly calls: number;
}

/** A finished visit of a loop: its flow at the start, and that flow widened until it also held after each step. */
export interface LoopVisit extends LoopPlace {
  readonly start: Flow | undefined;
  readonly stable: Flow | undefined;
  readonly inner: readonly LoopVisit[];
}

/**
 * The loops that are visited in one round of the loop around them. Each round knows more types per variable, never
 * fewer. So each loop starts from its result in the previous round and reaches the same end: n nested loops take n
 * rounds, not 2^n.
 */
export class LoopRound {
  readonly visited: LoopVisit[] = [];
  readonly #before: readonly LoopVisit[];

  constructor(before: readonly LoopVisit[]) {
    this.#before = before;
  }

  /** Returns the visit of the same loop in the previous round. Returns undefined if the current flow does not include that visit's. */
  earlier({ variables, calls }: LoopPlace, start: Flow | undefined): LoopVisit | undefined {
    const found = this.#before[this.visited.length];
    const isSame = found?.variables === variables && found.calls === calls;
    return isSame && isPart(found.start, start) ? found : undefined;
  }
}

/** Returns the flow at the start of a loop, widened by the result of an earlier visit. */
export function widened(start: Flow | undefined, { stable }: LoopVisit): Flow | undefined {
  return start && new Map([...start].map(([id, type]) => [id, joined(type, stable?.get(id))]));
}

function joined(type: Type, other: Type | undefined): Type {
  return (other && joinKinds(type, other)) ?? type;
}

/** True if each variable has all the types that it had in `part`. */
function isPart(part: Flow | undefined, whole: Flow | undefined): boolean {
  if (!part || !whole) return false;
  return [...part].every(([id, type]) => {
    const other = whole.get(id);
    const both = other && joinKinds(type, other);
    return other !== undefined && both !== undefined && sameType(both, other);
  });
}
