import type { ts } from '../../1-parse/syntax/ts.js';

/** Findings of an earlier visit of the row function. */
export interface Foreknowledge {
  /** Loops whose steps are always counted. */
  readonly alwaysCounted: ReadonlySet<ts.IterationStatement>;
  /** Local arrays with elements that may be undefined. */
  readonly looseArrays: ReadonlySet<ts.Symbol>;
}

export const nothingKnown: Foreknowledge = { alwaysCounted: new Set(), looseArrays: new Set() };
