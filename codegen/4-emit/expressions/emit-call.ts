import { formOf } from '../../ir/bigint-range.js';
import type { Call } from '../../ir/expression.js';
import { intrinsicOf, type Service } from '../../ir/intrinsics/index.js';
import { cppBigInt } from '../cpp/cpp-types.js';
import type { EmitText } from './code.js';
import type { ExpressionScope } from './expression-scope.js';

/** The C++ for a call of an intrinsic: a function of ours, with what it needs of the row before its arguments. */
export function emitCall(e: Call, emit: EmitText, scope: ExpressionScope): string {
  const { cpp, services = [], bufferSize } = intrinsicOf(e);
  const args = [
    ...services.map((service) => provide(service, bufferSize?.(e.arguments) ?? 0, scope)),
    ...e.arguments.map(emit),
  ];
  const called = `rf::${cpp}(${args.join(', ')})`;
  // Functions of bigints give 128 bits.
  const form = e.type.core.kind === 'bigint' ? formOf(e.type.core.range) : 'int128';
  return form === 'int128' ? called : `static_cast<${cppBigInt(form)}>(${called})`;
}

function provide(service: Service, size: number, scope: ExpressionScope): string {
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
    case 'sized text':
      return scope.newTextBuffer(size);
  }
}
