import type { GraphNode } from './graph.js';

/**
 * A step of a program of ordered threads, of the kinds of nodes or around an iteration: a choice tries `first` before `second`. `enter` and `check` surround an optional iteration of a
 * quantifier; `check` ends a thread that has read nothing since `enter`, as ECMAScript's RepeatMatcher does.
 */
export type Instruction =
  | GraphNode
  | { readonly op: 'enter'; readonly loop: number; readonly next: number }
  | { readonly op: 'check'; readonly loop: number; readonly next: number };

/** The program of the pattern, or of one look-around. */
export interface Component {
  readonly entry: number;
  /** True if it reads from right to left: the body of a look-behind. */
  readonly backward: boolean;
  /** The register that holds the place of a look-around with groups, so that its groups are found behind the match. */
  readonly register: number | undefined;
}

/** All components of a pattern: those of look-arounds before those that contain them, so the pattern's own is the last. */
export interface Program {
  readonly instructions: readonly Instruction[];
  readonly components: readonly Component[];
  /** Two registers per group, beginning with those of the match, then those of look-arounds. */
  readonly registers: number;
  readonly groups: number;
}
