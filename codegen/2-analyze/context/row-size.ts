import { deepest, nestingLimit } from '../../1-parse/limits/nesting.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { tooDeep, tooLarge } from '../../diagnostics/index.js';
import { LimitReached } from './limit-reached.js';

/**
 * Expressions and statements of a row function that are visited, at most: those of functions once for each call that is inlined, those of
 * loops in each round. All phases take 6 s for so many, and a C++ compiler hours.
 */
const mostVisits = 100_000;

/** How much of a row function is being visited, with the functions that it calls in their places. */
export class RowSize {
  #levels = 0;
  #visits = 0;

  /** Takes note of a visit that is so many levels further down. */
  enter(node: ts.Node, levels: number): void {
    this.#visits += 1;
    this.#levels += levels;
    if (this.#visits > mostVisits) throw new LimitReached((span) => tooLarge(span, { limit: mostVisits }));
    if (this.#levels > deepest) throw new LimitReached((span) => tooDeep(span, nestingLimit), node);
  }

  leave(levels: number): void {
    this.#levels -= levels;
  }
}
