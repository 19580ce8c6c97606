import type { Expression } from '../ir/expression.js';
import { forEachStatement, rewriteExpressions, rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import type { VariableId } from '../ir/variable.js';

/** Drops the `lastIndex` of regular expressions for which it is always 0: those that only methods of strings search with. */
export function unmovedSearches(fn: RowFunction): RowFunction {
  const unmoved = searchesOf(fn);
  if (unmoved.size === 0) return fn;
  const body = rewriteStatements(fn.body, (statement) =>
    statement.kind === 'assign' && unmoved.has(statement.variable) ? [] : [statement],
  );
  const isUnmoved = (from: Expression | undefined) =>
    from?.kind === 'match-part' && from.operand.kind === 'read' && unmoved.has(from.operand.variable);
  return {
    ...fn,
    body: rewriteExpressions(body, (e) => (e.kind === 'match' && isUnmoved(e.from) ? { ...e, from: undefined } : e)),
  };
}

/** Returns the variables of searches that every assignment leaves at 0. */
function searchesOf(fn: RowFunction): ReadonlySet<VariableId> {
  const found = new Set<VariableId>();
  const moved = new Set<VariableId>();
  forEachStatement(fn.body, (statement) => {
    if (statement.kind === 'declare' && statement.value.kind === 'new-search') found.add(statement.variable);
    if (statement.kind === 'assign' && !isReset(statement)) moved.add(statement.variable);
  });
  return new Set([...found].filter((id) => !moved.has(id)));
}

function isReset({ value }: Extract<Statement, { readonly kind: 'assign' }>): boolean {
  if (value.kind !== 'set-last-index') return false;
  const index = value.value.kind === 'convert' ? value.value.operand : value.value;
  return index.kind === 'literal' && Object.is(index.value, 0);
}
