import type { Expression } from '../ir/expression.js';
import { rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Emit, Return, Statement } from '../ir/statement.js';

/**
 * Turns `return test ? a : b` into a branch with two returns. Each result is then written from its own pieces, without a rope that could
 * hold either.
 */
export function branchReturns(fn: RowFunction): RowFunction {
  return {
    ...fn,
    body: rewriteStatements(fn.body, (statement) =>
      statement.kind === 'return' || statement.kind === 'emit' ? branch(statement) : [statement],
    ),
  };
}

function branch(statement: Return | Emit): readonly Statement[] {
  const [only] = statement.values;
  const value = only && withoutConversion(only);
  if (statement.values.length !== 1 || value?.kind !== 'conditional') return [statement];
  const returning = (result: Expression) => branch({ ...statement, values: [withoutConversion(result)] });
  const { test, whenTrue, whenFalse } = value;
  const { line } = statement;
  if (statement.kind === 'emit')
    return [{ kind: 'if', test, whenTrue: returning(whenTrue), whenFalse: returning(whenFalse), line }];
  return [{ kind: 'if', test, whenTrue: returning(whenTrue), whenFalse: [], line }, ...returning(whenFalse)];
}

/** A returned value is written in any representation. */
function withoutConversion(value: Expression): Expression {
  return value.kind === 'convert' ? value.operand : value;
}
