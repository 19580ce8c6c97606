import { mayFail } from '../2-analyze/effects/effects.js';
import type { Expression } from '../ir/expression.js';
import { allExpressions, forEachStatement, rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import type { VariableId } from '../ir/variable.js';

/** Drops the local variables that nothing reads. Of a value that may fail the row, the evaluation stays. */
export function unreadVariables(fn: RowFunction): RowFunction {
  const read = readIn(fn.body);
  const ofLoops = loopVariables(fn.body);
  const isUnread = (id: VariableId) => !read.has(id) && !ofLoops.has(id) && fn.variables[id]?.column === undefined;
  let isChanged = false;
  const body = rewriteStatements(fn.body, (statement) => {
    if (isIdle(statement)) return [];
    const isStore = statement.kind === 'declare' || statement.kind === 'assign';
    if (!isStore || !isUnread(statement.variable)) return [statement];
    isChanged = true;
    const { value, line, module } = statement;
    return !mayFail(value) ? [] : [{ kind: 'evaluate', value, line, ...(module !== undefined && { module }) }];
  });
  // A variable that only such a variable read is unread as well.
  return isChanged ? unreadVariables({ ...fn, body }) : fn;
}

/** True for a branch or a block without statements. */
function isIdle(statement: Statement): boolean {
  if (statement.kind === 'block') return statement.body.length === 0;
  return (
    statement.kind === 'if' && statement.whenTrue.length + statement.whenFalse.length === 0 && !mayFail(statement.test)
  );
}

/** Returns the variables that are read, except by their own assignments. Those that may fail the row stay, and go on to read. */
function readIn(body: readonly Statement[]): ReadonlySet<VariableId> {
  const counts = new Map<VariableId, number>();
  const count = (expressions: readonly Expression[], by: number, only?: VariableId) => {
    for (const e of expressions)
      if (e.kind === 'read' && (only === undefined || e.variable === only))
        counts.set(e.variable, (counts.get(e.variable) ?? 0) + by);
  };
  count(allExpressions(body), 1);
  forEachStatement(body, (statement) => {
    if (statement.kind === 'assign' && !mayFail(statement.value))
      count(allExpressions([statement]), -1, statement.variable);
  });
  return new Set([...counts].flatMap(([id, reads]) => (reads > 0 ? [id] : [])));
}

/** Returns the variables of loops and sorts, which these declare themselves. */
function loopVariables(body: readonly Statement[]): ReadonlySet<VariableId> {
  const found = new Set<VariableId>();
  forEachStatement(body, (statement) => {
    if (statement.kind === 'for-of') found.add(statement.variable);
    if (statement.kind === 'sort') found.add(statement.left).add(statement.right);
  });
  return found;
}
