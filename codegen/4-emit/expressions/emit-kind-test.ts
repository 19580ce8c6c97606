import type { KindTest } from '../../ir/expression.js';
import { alternativeKind, alternativesOf, coreOf } from '../../ir/type.js';
import { cppCore } from '../cpp/cpp-types.js';
import type { EmitText } from './code.js';

/** Emits the test of a variant's kind, or of several. */
export function emitKindTest({ operand, is }: KindTest, emit: EmitText): string {
  const core = coreOf(alternativesOf(operand.type.core).filter((one) => is.includes(alternativeKind(one))));
  return core ? `rf::is<${cppCore(core)}>(${emit(operand)})` : 'false';
}
