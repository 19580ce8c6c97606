import { allExpressions, assignedIn, declaredIn, readsIn } from './rewrite.js';
import type { RowFunction } from './row-function.js';
import type { VariableId } from './variable.js';

/** Returns the variables that a row function names: passes leave those that they have replaced in its list. */
export function namedVariables({ body, reductions = [] }: RowFunction): ReadonlySet<VariableId> {
  const reads = allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : []));
  const reduced = readsIn(reductions.map(({ value }) => value));
  return new Set([...reads, ...reduced, ...assignedIn(body), ...declaredIn(body)]);
}
