import type { KindTest } from '../../ir/expression.js';
import { alternativesOf } from '../../ir/type.js';
import { cppCore } from '../cpp/cpp-types.js';
import type { EmitText } from './code.js';

/** Emits the test of a variant's kind. */
export function emitKindTest({ operand, is }: KindTest, emit: EmitText): string {
  const core = alternativesOf(operand.type.core).find(({ kind }) => kind === is);
  return core ? `rf::is<${cppCore(core)}>(${emit(operand)})` : 'false';
}
