import { formOf } from '../../ir/bigint-range.js';
import type { Call } from '../../ir/expression.js';
import { intrinsicOf, type Service } from '../../ir/intrinsics/index.js';
import { cppBigInt } from '../cpp/cpp-types.js';
import type { FunctorLocals } from '../scope/functor-locals.js';
import type { EmitCode } from './code.js';
import { emitLongOperand } from './emit-literal.js';

/** Emits a call of an intrinsic: a function of the library, which takes the services that it needs before its arguments. */
export function emitCall(e: Call, emit: EmitCode, locals: FunctorLocals): string {
  const { cpp, services = [], bufferSize, mayEndAttempt } = intrinsicOf(e);
  const args = [
    ...services.map((service) => provide(service, bufferSize?.(e.arguments) ?? 0, locals)),
    ...e.arguments.map((arg) => (mayEndAttempt ? emitLongOperand(arg, emit).text : emit(arg).text)),
  ];
  const called = `rf::${cpp}(${args.join(', ')})`;
  if (mayEndAttempt) return `RF_CHECKED(${called})`;
  // Functions of bigints return 128 bits.
  const form = e.type.core.kind === 'bigint' ? formOf(e.type.core.range) : 'int128';
  return form === 'int128' ? called : `static_cast<${cppBigInt(form)}>(${called})`;
}

function provide(service: Service, size: number, locals: FunctorLocals): string {
  switch (service) {
    case 'out':
      return 'out';
    case 'arena':
      locals.useArena();
      return 'arena';
    case 'number text':
      return locals.newNumberText();
    case 'bigint text':
      return locals.newBigIntText();
    case 'sized text':
      return locals.newTextBuffer(size);
  }
}
