import { deepest, nestingLimit } from '../../1-parse/limits/nesting.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { tooDeep, tooLarge } from '../../diagnostics/index.js';
import { LimitReached } from './limit-reached.js';

/**
 * The most expressions and statements of a row function that are visited. Those of functions count once per inlined
 * call, those of loops once per round. All phases take 6 s for this many, and a C++ compiler takes hours.
 */
const mostVisits = 100_000;

/** The size and nesting of a row function, including the functions that are inlined into it. */
export class RowSize {
  #levels = 0;
  #visits = 0;

  /** Records a visit, and how many levels deeper it is. */
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
