import { type Hint, hints } from '../../diagnostics/index.js';
import { storedColumnsRead } from '../../ir/row-function.js';
import type { Facts } from './facts.js';
import { bodySpan } from './site.js';

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

/** Dictionary columns whose values would be evaluated once, if the row function read no others. */
export function dictionaryBesideColumns({ plan, fn }: Facts): readonly Hint[] {
  const columns = storedColumnsRead(fn);
  const named = (isDictionary: boolean) =>
    columns.filter(({ type }) => (type === 'dictionary') === isDictionary).map(({ name }) => `\`${name}\``);
  const [dictionaries, others] = [named(true), named(false)];
  const span = bodySpan(fn);
  if (plan.isOncePerValue || fn.emits !== 'one' || fn.grouping || !span) return [];
  if (dictionaries.length === 0 || others.length === 0) return [];
  return [hints.dictionaryBesideColumns(span, { columns: dictionaries.join(', '), others: others.join(', ') })];
}
