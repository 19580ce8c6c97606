import type { ts } from '../../1-parse/syntax/ts.js';
import type { HeapClasses } from './heap/heap-classes.js';

/** Findings of an earlier visit of the row function. */
export interface Foreknowledge {
  /** Loops whose steps are always counted. */
  readonly alwaysCounted: ReadonlySet<ts.IterationStatement>;
  /** Local arrays with elements that may be undefined. */
  readonly looseArrays: ReadonlySet<ts.Symbol>;
  /** The classes of objects in the row's memory, if the row function needs objects with identity. */
  readonly heap?: HeapClasses;
}

export const nothingKnown: Foreknowledge = { alwaysCounted: new Set(), looseArrays: new Set() };
