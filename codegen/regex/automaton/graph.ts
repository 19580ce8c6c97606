import type { CharacterSet } from '../characters/character-set.js';
import type { EdgeTest } from '../syntax/node.js';

/** A node of the automaton. All but `match` and `read` continue at the same place of the text. */
export type GraphNode =
  | { readonly op: 'match' }
  | { readonly op: 'read'; readonly set: CharacterSet; readonly next: number }
  | { readonly op: 'choice'; readonly first: number; readonly second: number }
  | { readonly op: 'edge'; readonly test: EdgeTest; readonly next: number }
  | { readonly op: 'look'; readonly look: number; readonly negated: boolean; readonly next: number }
  | { readonly op: 'record'; readonly register: number; readonly next: number }
  | { readonly op: 'clear'; readonly registers: readonly number[]; readonly next: number };

/** The nodes of the pattern, or of one look-around: those from `first` on, before `last`. */
export interface GraphComponent {
  /** The node at which matching begins, or undefined if nothing matches. */
  readonly entry: number | undefined;
  readonly first: number;
  readonly last: number;
  readonly backward: boolean;
  readonly register: number | undefined;
}

/**
 * The automaton of a pattern, without empty cycles. A node that continues at the same place does so at a node of a lower number, so that all
 * nodes are evaluated in their order.
 */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly components: readonly GraphComponent[];
  readonly main: GraphComponent;
  readonly registers: number;
  readonly groups: number;
}
