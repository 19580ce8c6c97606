import { compareSpans, type Hint, worstFirst } from '../../diagnostics/index.js';
import type { Plan } from '../plan.js';
import { arrayCopiedInLoop, arraySearchedInLoop, arraySortedInLoop } from './arrays.js';
import { type Facts, type Found, factsOf } from './facts.js';
import { bigintOf128Bits, bitsOfDouble, quotientOfDoubles, remainderOfDoubles } from './numbers.js';
import { repeatedSearch, searchedTwice, splitByIndex } from './searches.js';
import type { Site } from './site.js';
import { lazyTextInLoop, textCopiedInLoop } from './texts.js';
import { textByIndex } from './walks.js';
import { windowStepByStep } from './whole-function.js';

/** The rules about one expression. */
const ofSites: readonly ((site: Site, facts: Facts) => Found | Hint | undefined)[] = [
  remainderOfDoubles,
  quotientOfDoubles,
  bitsOfDouble,
  bigintOf128Bits,
  repeatedSearch,
  searchedTwice,
  splitByIndex,
  lazyTextInLoop,
  textCopiedInLoop,
  textByIndex,
  arrayCopiedInLoop,
  arraySearchedInLoop,
  arraySortedInLoop,
];

/** The rules about a row function as a whole. */
const ofFunctions: readonly ((facts: Facts) => readonly Hint[])[] = [windowStepByStep];

/**
 * Returns the places of a planned row function that take more time than another way to write them, the worst first. The rules read the
 * plan that is emitted, so a place that a pass has made fast gets no hint.
 */
export function hintsOf(plan: Plan): readonly Hint[] {
  const facts = factsOf(plan);
  const found = new Map<string, Hint>();
  const add = (hint: Hint, cause = `${hint.span.file} ${hint.span.start} ${hint.span.end}`) => {
    const key = `${hint.code} ${cause}`;
    const known = found.get(key);
    // An inlined function has its expressions once per call, and several places may have one cause.
    if (!known || compareSpans(hint.span, known.span) < 0) found.set(key, hint);
  };
  for (const rule of ofSites)
    for (const site of facts.sites) {
      const one = rule(site, facts);
      if (!one) continue;
      if ('hint' in one) add(one.hint, one.cause);
      else add(one);
    }
  for (const rule of ofFunctions) for (const hint of rule(facts)) add(hint);
  return worstFirst([...found.values()].toSorted((a, b) => compareSpans(a.span, b.span)));
}
