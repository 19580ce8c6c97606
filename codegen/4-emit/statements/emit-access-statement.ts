import type { Access } from '../../ir/expression.js';
import { heapOperation } from '../../ir/heap/heap-operations.js';
import type { Declare } from '../../ir/statement.js';
import { mayBeAbsent, type Type } from '../../ir/type.js';
import { emitExpression } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';

/** Emits an access whose result is not read. */
export function emitAccessStatement(value: Access, scope: RowScope): string {
  const access = emitExpression(value, scope);
  if (heapOperation(value.operation).mayEnd) return scope.locals.endIf(`!${access}`);
  return value.operation === 'set field' ? `${access};` : `static_cast<void>(${access});`;
}

/**
 * Returns the statement behind a declaration that ends the row if its memory is full: then there is no new object, and an array that could
 * not grow has no reference at a later place. Without that, a missing reference is one that nothing reads, as at a place outside of an array.
 */
export function endIfOutgrown({ variable, value }: Declare, scope: RowScope): string {
  const isNew = value.kind === 'access' && value.operation === 'new';
  const isItem = value.kind === 'array-call' && value.operation === 'item' && isObject(value.type);
  if (!isNew && !isItem) return '';
  const isMissing = `${scope.names.of(variable)} == nullptr`;
  return `\n${scope.locals.endIf(isNew ? isMissing : `${isMissing} && out.arena.outgrown`)}`;
}

function isObject(type: Type): boolean {
  return type.core.kind === 'reference' && !mayBeAbsent(type);
}
