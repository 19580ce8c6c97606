import type { Declare } from '../../ir/statement.js';
import { cppType } from '../cpp/cpp-types.js';
import { emitExpression } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';

export function emitDeclaration({ variable: id, value }: Declare, scope: RowScope): string {
  const variable = scope.fn.variables[id];
  scope.loops.declare(id);
  const emitted = emitExpression(value, scope);
  const needsType = variable !== undefined && value.kind === 'literal' && variable.stored.core.kind === 'nothing';
  const initial = needsType ? `${cppType(variable.stored)}(${emitted})` : emitted;
  // A lambda that captures a constant copies its initializer; nvcc 13.0 aborts if that contains a lambda.
  const constant = initial.includes('[&]') ? 'auto' : 'auto const';
  const type = variable?.reassigned ? cppType(variable.stored) : constant;
  return `${scope.names.unused(id)}${type} ${scope.names.of(id)} = ${initial};`;
}
