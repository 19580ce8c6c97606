import type { Access } from '../../ir/expression.js';
import { heapOperation } from '../../ir/heap/heap-operations.js';
import type { Declare } from '../../ir/statement.js';
import { emitExpression } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';

/** Emits an access whose result is not read. */
export function emitAccessStatement(value: Access, scope: RowScope): string {
  const access = emitExpression(value, scope);
  if (heapOperation(value.operation).mayEnd) return scope.locals.endIf(`!${access}`);
  return value.operation === 'set field' ? `${access};` : `static_cast<void>(${access});`;
}

/** Returns the statement behind the declaration of a new object that ends the row if its memory is full. */
export function endIfOutgrown({ variable, value }: Declare, scope: RowScope): string {
  if (value.kind !== 'access' || value.operation !== 'new') return '';
  return `\n${scope.locals.endIf(`${scope.names.of(variable)} == nullptr`)}`;
}
