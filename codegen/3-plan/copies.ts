import { allExpressions, assignedIn, forEachStatement, rewriteExpressions, rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Declare, Statement } from '../ir/statement.js';
import { sameCore } from '../ir/type.js';
import type { Variable, VariableId } from '../ir/variable.js';

/**
 * Reads a variable where a copy of it was read, if neither changes as long as there is the copy. Inlined functions make copies: each
 * parameter is one of its argument, and what is bound to the result is one of the result.
 */
export function copies(fn: RowFunction): RowFunction {
  const originals = originalsOf(fn);
  if (originals.size === 0) return fn;
  const original = (id: VariableId): VariableId => {
    const found = originals.get(id);
    return found === undefined ? id : original(found);
  };
  const kept = rewriteStatements(fn.body, (statement) =>
    statement.kind === 'declare' && originals.has(statement.variable) ? [] : [statement],
  );
  return {
    ...fn,
    variables: renamed(fn, originals),
    body: rewriteExpressions(kept, (e) => (e.kind === 'read' ? { ...e, variable: original(e.variable) } : e)),
  };
}

/** Returns the variable that each copy is one of. */
function originalsOf(fn: RowFunction): ReadonlyMap<VariableId, VariableId> {
  const assigned = assignedIn(fn.body);
  const found = new Map<VariableId, VariableId>();
  const visit = (body: readonly Statement[]) => {
    for (const [place, statement] of body.entries()) {
      const original = statement.kind === 'declare' ? copied(statement, fn) : undefined;
      if (statement.kind !== 'declare' || original === undefined || assigned.has(statement.variable)) continue;
      const isSettled = !assigned.has(original) || isKept(original, statement.variable, body.slice(place + 1));
      if (isSettled) found.set(statement.variable, original);
    }
  };
  visit(fn.body);
  forEachStatement(fn.body, (statement) => {
    if (statement.kind === 'if') [statement.whenTrue, statement.whenFalse].forEach(visit);
    if ('body' in statement) visit(statement.body);
  });
  return found;
}

/** True if an original keeps its value until a copy was read for the last time. An assignment reads before it changes a variable. */
function isKept(original: VariableId, copy: VariableId, body: readonly Statement[]): boolean {
  const reads = (statement: Statement) =>
    allExpressions([statement]).some((e) => e.kind === 'read' && e.variable === copy);
  const place = body.findLastIndex(reads);
  const last = body[place];
  const isPlain = last?.kind === 'assign' || last?.kind === 'declare';
  return !assignedIn(body.slice(0, isPlain ? place : place + 1)).has(original);
}

/** Returns the variable whose value a declaration copies as it is held. */
function copied({ variable, value }: Declare, { variables }: RowFunction): VariableId | undefined {
  if (value.kind !== 'read') return undefined;
  const [copy, original] = [variables[variable], variables[value.variable]];
  return copy && original && sameCore(copy.stored.core, original.stored.core) ? original.id : undefined;
}

/** Returns the variables with the names of their copies, where nothing but the copy reads one: the names are those of the source. */
function renamed(
  { variables, body }: RowFunction,
  originals: ReadonlyMap<VariableId, VariableId>,
): readonly Variable[] {
  const reads = new Map<VariableId, number>();
  const count = (id: VariableId, by: number) => reads.set(id, (reads.get(id) ?? 0) + by);
  for (const e of allExpressions(body)) if (e.kind === 'read') count(e.variable, 1);
  // A variable that is built step by step is read by its own assignments.
  forEachStatement(body, (statement) => {
    if (statement.kind !== 'assign') return;
    for (const e of allExpressions([statement]))
      if (e.kind === 'read' && e.variable === statement.variable) count(e.variable, -1);
  });
  const names = new Map<VariableId, string>();
  // From the last copy of a copy to the first.
  for (const [copy, original] of [...originals].reverse())
    if (reads.get(original) === 1) names.set(original, names.get(copy) ?? variables[copy]?.name ?? '');
  return variables.map((variable) => {
    const name = variable.column === undefined && variable.element === undefined ? names.get(variable.id) : undefined;
    return name === undefined ? variable : { ...variable, name };
  });
}
