import { joinTypes, sameType, type Type } from '../../ir/type.js';
import type { Flow } from './flow.js';

/** How many variables and calls there were before a loop: the same loop, in the next visit of the loop around it, has as many. */
interface LoopPlace {
  readonly variables: number;
  readonly calls: number;
}

/** A finished visit of a loop: what it began with, and what that had to be widened to until it also held after each step. */
export interface LoopVisit extends LoopPlace {
  readonly start: Flow | undefined;
  readonly stable: Flow | undefined;
  readonly inner: readonly LoopVisit[];
}

/**
 * The loops that are visited in one round of the loop around them. The next round knows more types of each variable, never fewer, so
 * each of them begins with what it came to in the round before: it gets to the same end, and n levels of loops take n rounds, not 2^n.
 */
export class LoopRound {
  readonly visited: LoopVisit[] = [];
  readonly #before: readonly LoopVisit[];

  constructor(before: readonly LoopVisit[]) {
    this.#before = before;
  }

  /** The same loop in the round before; undefined where what is known now is not all that was known then, and more. */
  earlier({ variables, calls }: LoopPlace, start: Flow | undefined): LoopVisit | undefined {
    const found = this.#before[this.visited.length];
    const isSame = found?.variables === variables && found.calls === calls;
    return isSame && isPart(found.start, start) ? found : undefined;
  }
}

/** What is known at the start of a loop, widened by what an earlier visit of it came to. */
export function widened(start: Flow | undefined, { stable }: LoopVisit): Flow | undefined {
  return start && new Map([...start].map(([id, type]) => [id, joined(type, stable?.get(id))]));
}

function joined(type: Type, other: Type | undefined): Type {
  return (other && joinTypes(type, other)) ?? type;
}

/** Whether each variable has all the types that it had in `part`. */
function isPart(part: Flow | undefined, whole: Flow | undefined): boolean {
  if (!part || !whole) return false;
  return [...part].every(([id, type]) => {
    const other = whole.get(id);
    const both = other && joinTypes(type, other);
    return other !== undefined && both !== undefined && sameType(both, other);
  });
}
