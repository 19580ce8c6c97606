import { declaredIn, forEachStatement, readsIn, rewriteStatements } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import { expressionsOf } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';
import type { Collected } from './loop-course.js';

/** Variables that may have no reads left after reductions have replaced loops: arrays of a window's elements, and counts of steps. */
interface Leftovers {
  readonly collected: ReadonlyMap<VariableId, Collected>;
  readonly positions: ReadonlySet<VariableId>;
}

/** Drops arrays whose loops now go over windows, and then the variables that counted steps. */
export function withoutLeftovers(
  body: readonly Statement[],
  { collected, positions }: Leftovers,
): readonly Statement[] {
  const arrays = unreadOf(collected.keys(), body);
  const loops = new Set([...arrays].map((id) => collected.get(id)?.element));
  const rest = without(body, (statement) => {
    if (statement.kind === 'for-of') return loops.has(statement.variable);
    return statement.kind === 'declare' && arrays.has(statement.variable);
  });
  // An array that was made of a dropped one may have no reads left now.
  if (declaredIn(rest).size < declaredIn(body).size) return withoutLeftovers(rest, { collected, positions });
  const counts = unreadOf(positions, rest);
  return without(rest, (statement) => {
    if (statement.kind === 'declare' || statement.kind === 'assign') return counts.has(statement.variable);
    return statement.kind === 'block' && statement.body.length === 0;
  });
}

/** Returns the variables that are read only for their own next value. */
function unreadOf(ids: Iterable<VariableId>, body: readonly Statement[]): ReadonlySet<VariableId> {
  const read = new Set<VariableId>();
  forEachStatement(body, (statement) => {
    const own = statement.kind === 'assign' ? statement.variable : undefined;
    for (const id of readsIn(expressionsOf(statement))) if (id !== own) read.add(id);
  });
  return new Set([...ids].filter((id) => !read.has(id)));
}

function without(body: readonly Statement[], isUnread: (statement: Statement) => boolean): readonly Statement[] {
  return rewriteStatements(body, (statement) => (isUnread(statement) ? [] : [statement]));
}
