import type { Call, Expression } from '../ir/expression.js';
import { intrinsicOf, type Service } from '../ir/intrinsics/index.js';
import type { ExpressionScope } from './emit-expression.js';

/** The C++ for a call of an intrinsic: a function of ours, with what it needs of the row before its arguments. */
export function emitCall(e: Call, emit: (arg: Expression) => string, scope: ExpressionScope): string {
  const { cpp, services = [] } = intrinsicOf(e);
  const args = [...services.map((service) => provide(service, scope)), ...e.arguments.map(emit)];
  return `rf::${cpp}(${args.join(', ')})`;
}

function provide(service: Service, scope: ExpressionScope): string {
  switch (service) {
    case 'out':
      return 'out';
    case 'arena':
      scope.useArena();
      return 'arena';
    case 'number text':
      return scope.newNumberText();
    case 'bigint text':
      return scope.newBigIntText();
  }
}
