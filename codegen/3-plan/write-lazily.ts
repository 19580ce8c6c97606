import type { Expression } from '../ir/expression.js';
import { rewriteExpressions, rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';

/** Leaves strings lazy that are only written, into a column or into a longer string: they need no bytes before that. */
export function writeLazily(fn: RowFunction): RowFunction {
  const returned = rewriteStatements(fn.body, (statement) =>
    statement.kind === 'return' || statement.kind === 'emit'
      ? [{ ...statement, values: statement.values.map(written) }]
      : [statement],
  );
  return {
    ...fn,
    body: rewriteExpressions(returned, (e) => (e.kind === 'flatten' ? { ...e, operand: written(e.operand) } : e)),
  };
}

/** A string as it is written, without the bytes that other uses would need. */
function written(e: Expression): Expression {
  if (e.kind === 'flatten') return written(e.operand);
  return e.kind === 'concat' ? { ...e, parts: e.parts.map(written) } : e;
}
