import type { Diagnostic } from './diagnostic.js';

/** The kind of time that a slower form costs: it grows faster than the input, or is longer by a constant factor. */
export type Cost = 'growth' | 'factor';

/** A place that takes more time than another way to write it (see hints.md). It is no error. */
export interface Hint extends Diagnostic {
  readonly severity: 'hint';
  readonly cost: Cost;
}

/** Returns hints with those first whose time grows, and otherwise in their order. */
export function worstFirst(hints: readonly Hint[]): readonly Hint[] {
  return [...hints.filter(({ cost }) => cost === 'growth'), ...hints.filter(({ cost }) => cost === 'factor')];
}
