import type { Expression } from '../ir/expression.js';
import { rewriteExpressions, rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';

/** What is only written, into a column or into a string that is built, needs no bytes before that: it stays lazy. */
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

/** A string as it is written: without the bytes that it was given for other uses. */
function written(e: Expression): Expression {
  if (e.kind === 'flatten') return written(e.operand);
  return e.kind === 'concat' ? { ...e, parts: e.parts.map(written) } : e;
}
