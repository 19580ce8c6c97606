import { declaredIn, forEachStatement, readsIn, rewriteStatements } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import { expressionsOf } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';
import type { Collected } from './loop-course.js';

/** What may be read no more where reductions stand in the place of loops: arrays that loops made of elements, and counts of steps. */
interface Leftovers {
  readonly collected: ReadonlyMap<VariableId, Collected>;
  readonly positions: ReadonlySet<VariableId>;
}

/** Leaves out arrays that were made for what goes over windows now, and then what counted the steps of loops. */
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
  // One that was made of another is read no more.
  if (declaredIn(rest).size < declaredIn(body).size) return withoutLeftovers(rest, { collected, positions });
  const counts = unreadOf(positions, rest);
  return without(rest, (statement) => {
    if (statement.kind === 'declare' || statement.kind === 'assign') return counts.has(statement.variable);
    return statement.kind === 'block' && statement.body.length === 0;
  });
}

/** The variables that are read for nothing but their own next value. */
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
