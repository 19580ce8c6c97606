import type { Declare } from '../../ir/statement.js';
import { cppType } from '../cpp/cpp-types.js';
import { emitExpression, emitStored } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';

export function emitDeclaration({ variable: id, value }: Declare, scope: RowScope): string {
  const variable = scope.fn.variables[id];
  scope.loops.declare(id);
  const name = scope.names.of(id);
  if (scope.names.fieldOf(id) !== undefined) return `${name} = ${emitStored(value, scope)};`;
  const before = scope.names.unused(id);
  // For a literal, `auto` would deduce `rf::Null`.
  const needsType = variable !== undefined && value.kind === 'literal' && variable.stored.core.kind === 'nothing';
  if (variable?.reassigned || needsType) {
    const type = variable ? cppType(variable.stored) : 'auto';
    const initial = emitStored(value, scope);
    const constant = variable?.reassigned ? '' : ' const';
    return `${before}${type}${constant} ${name}${initial === `${type}{}` ? '{}' : ` = ${initial}`};`;
  }
  const initial = emitExpression(value, scope);
  // A match remembers the places whose units it has counted.
  if (value.type.core.kind === 'match') return `${before}auto ${name} = ${initial};`;
  // A lambda that captures a constant copies its initializer; nvcc 13.0 aborts if that contains a lambda.
  return `${before}${initial.includes('[&]') ? 'auto' : 'auto const'} ${name} = ${initial};`;
}
