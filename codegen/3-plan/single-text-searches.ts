import type { Expression, NewSearch, Read } from '../ir/expression.js';
import { operandsOf } from '../ir/operands.js';
import { allExpressions, assignedIn, forEachStatement, rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import { bodiesOf, expressionsOf } from '../ir/statement-parts.js';
import type { VariableId } from '../ir/variable.js';
import { isRefusal } from '../regex/compile-pattern.js';
import { compiledPattern } from '../regex/known-patterns.js';

/**
 * Gives each search that only ever searches one text that text, where nothing asks for its `lastIndex`. It then needs no index, and does not
 * compare its text with that of the search before. Patterns that match in memory of the row keep the general form.
 */
export function singleTextSearches(fn: RowFunction): RowFunction {
  const searches = searchesIn(fn.body);
  if (searches.size === 0) return fn;
  const expressions = allExpressions(fn.body);
  const assigned = assignedIn(fn.body);
  const columns = fn.variables.flatMap(({ id, column }) => (column === undefined ? [] : [id]));
  const texts = new Map<VariableId, Read>();
  for (const [id, before] of searches) {
    const text = textOf(id, fn.body, expressions);
    if (text === undefined || assigned.has(text.variable)) continue;
    if (before.has(text.variable) || columns.includes(text.variable)) texts.set(id, text);
  }
  const body = rewriteStatements(fn.body, (statement) => {
    const subject = statement.kind === 'declare' ? texts.get(statement.variable) : undefined;
    if (!subject || statement.kind !== 'declare' || statement.value.kind !== 'new-search') return [statement];
    return [{ ...statement, value: { ...statement.value, subject } }];
  });
  return { ...fn, body };
}

/** Returns the searches that match without memory, each with the variables that are declared around it before it. */
function searchesIn(
  body: readonly Statement[],
  before: ReadonlySet<VariableId> = new Set(),
): ReadonlyMap<VariableId, ReadonlySet<VariableId>> {
  const found = new Map<VariableId, ReadonlySet<VariableId>>();
  const declared = new Set(before);
  for (const statement of body) {
    if (statement.kind === 'declare') {
      const { variable, value } = statement;
      if (value.kind === 'new-search' && matchesInPlace(value)) found.set(variable, new Set(declared));
      declared.add(variable);
    }
    const around = statement.kind === 'for-of' ? new Set([...declared, statement.variable]) : declared;
    for (const inner of bodiesOf(statement)) for (const entry of searchesIn(inner, around)) found.set(...entry);
  }
  return found;
}

function matchesInPlace({ pattern: { source, flags } }: NewSearch): boolean {
  const compiled = compiledPattern(source, flags);
  return !isRefusal(compiled) && compiled.engines.all !== 'two passes';
}

/** Returns the variable with the text of all searches. Undefined if there are several, or if a search is used otherwise than for its matches. */
function textOf(search: VariableId, body: readonly Statement[], expressions: readonly Expression[]): Read | undefined {
  const isSearch = (e: Expression) => e.kind === 'read' && e.variable === search;
  let isCopied = false;
  forEachStatement(body, (statement) => {
    if (expressionsOf(statement).some(isSearch)) isCopied = true;
  });
  const uses = expressions.filter((e) => operandsOf(e).some(isSearch));
  const searched = uses.flatMap((e) => (e.kind === 'execute' ? [e.subject] : []));
  const isKnown = (e: Expression) => e.kind === 'execute' || (e.kind === 'match-part' && e.part !== 'lastIndex');
  const [text] = searched;
  if (isCopied || text?.kind !== 'read' || !uses.every(isKnown)) return undefined;
  return searched.every((e) => e.kind === 'read' && e.variable === text.variable) ? text : undefined;
}
