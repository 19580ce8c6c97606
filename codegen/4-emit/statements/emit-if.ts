import type { If } from '../../ir/statement.js';
import { emitExpression } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';
import { type EmitStatements, indentation } from './statement-lines.js';

/** Emits an `if`. A chain of `else if` stays flat, however long. */
export function emitIf(statement: If, depth: number, scope: RowScope, emit: EmitStatements): readonly string[] {
  const { test, whenTrue, whenFalse } = statement;
  const indent = indentation(depth);
  const head = scope.lines.at(statement, [`${indent}if (${emitExpression(test, scope)}) {`]);
  const body = emit(whenTrue, depth + 1);
  const [only] = whenFalse;
  if (!only) return [...head, ...body, `${indent}}`];
  if (only.kind !== 'if' || whenFalse.length > 1)
    return [...head, ...body, `${indent}} else {`, ...emit(whenFalse, depth + 1), `${indent}}`];
  const [first = '', ...chain] = emitIf(only, depth, scope, emit);
  // A `#line` stands on a line of its own.
  const start = first.startsWith('#') ? [`${indent}} else`, first] : [`${indent}} else ${first.trimStart()}`];
  return [...head, ...body, ...start, ...chain];
}
