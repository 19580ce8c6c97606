import { allExpressions, rewriteStatements } from '../../../ir/rewrite.js';
import type { Statement } from '../../../ir/statement.js';
import type { RowContext } from '../../context/row-context.js';
import { mayFail } from '../../effects/effects.js';

/** Removes text that is passed on and never read. It cannot fail a row, and costs memory where it is made of pieces. */
export function withoutUnreadText(body: readonly Statement[], context: RowContext): readonly Statement[] {
  const reads = new Set(allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  const rest = rewriteStatements(body, (statement) => {
    if (statement.kind !== 'declare' || reads.has(statement.variable)) return [statement];
    const { variable } = statement;
    const isText =
      context.variables.storedType(variable).core.kind === 'string' && !context.variables.isReassigned(variable);
    return isText && !mayFail(statement.value) ? [] : [statement];
  });
  return rest.length < body.length ? withoutUnreadText(rest, context) : rest;
}
