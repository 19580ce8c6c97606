import { type Hint, hints } from '../../diagnostics/index.js';
import type { Facts } from './facts.js';

/** Loops over windows that are not reductions. */
export function windowStepByStep({ fn: { loops = [] } }: Facts): readonly Hint[] {
  return loops.flatMap(({ isReduced, shapes, span }) => {
    if (isReduced || !span) return [];
    const [reason = '', rewrite] = shapes.join(', ').split(': ');
    const advice =
      rewrite ?? 'Use a method of windows, such as `sum()` or `max()`, or a loop that only adds or compares';
    return [hints.windowStepByStep(span, { reason, rewrite: `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.` })];
  });
}
