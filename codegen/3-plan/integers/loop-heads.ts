import type { Statement } from '../../ir/statement.js';
import type { ValueRanges } from './number-range.js';
import { isSameState } from './range-state.js';

/** The most states that are kept for a loop. Twelve nested loops have thousands, and comparing with all of them took 20 s. */
const mostKept = 6;

/**
 * The states at the heads of loops, by the states before these loops. Each round of a loop analyzes the loops in it again, and most rounds
 * begin them in a state that one of the last rounds began them in.
 */
export class LoopHeads {
  readonly #found = new Map<Statement, readonly { readonly entry: ValueRanges; readonly head: ValueRanges }[]>();

  of(loop: Statement, entry: ValueRanges, find: () => ValueRanges): ValueRanges {
    const known = this.#found.get(loop) ?? [];
    const same = known.find((one) => isSameState(one.entry, entry));
    if (same) return same.head;
    const head = find();
    this.#found.set(loop, [{ entry, head }, ...known].slice(0, mostKept));
    return head;
  }
}
