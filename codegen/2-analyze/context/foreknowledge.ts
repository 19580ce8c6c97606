import type { ts } from '../../1-parse/syntax/ts.js';

/** What an earlier visit of the row function has found. */
export interface Foreknowledge {
  /** Loops whose steps are counted in any case. */
  readonly alwaysCounted: ReadonlySet<ts.IterationStatement>;
  /** Local arrays with elements that may be undefined. */
  readonly looseArrays: ReadonlySet<ts.Symbol>;
}

export const nothingKnown: Foreknowledge = { alwaysCounted: new Set(), looseArrays: new Set() };
