import type { StringCall, StringOperation } from '../../ir/expression.js';
import { atom, type Code, type EmitCode } from './code.js';
import type { ExpressionScope } from './expression-scope.js';

/** Functions of the library that start from the place of the last access, which the cursor holds. */
const functions: Readonly<Partial<Record<StringOperation, string>>> = {
  unitAt: 'unit_at_near',
  charAt: 'char_at_near',
  charCodeAt: 'char_code_at_near',
  codePointAt: 'code_point_at_near',
};

/**
 * Emits an access of a loop-invariant string by an index that changes from step to step, and the length of such a string. Undefined
 * for other operations, which have no cursor.
 */
export function emitCursorAccess(
  { operation, receiver, arguments: [index] }: StringCall,
  emit: EmitCode,
  scope: ExpressionScope,
): Code | undefined {
  const { core } = receiver.type;
  if (receiver.kind !== 'read' || core.kind !== 'string' || core.pieces !== 1 || core.lazy) return undefined;
  const cursor = () => scope.cursorOf(receiver.variable);
  if (operation === 'length') {
    const name = cursor();
    return name === undefined ? undefined : atom(`rf::length_near(${emit(receiver).text}, ${name})`);
  }
  const called = functions[operation];
  if (!called || index?.type.core.kind !== 'number') return undefined;
  const name = index.type.core.form === 'position' || index.kind === 'literal' ? undefined : cursor();
  return name === undefined ? undefined : atom(`rf::${called}(${emit(receiver).text}, ${emit(index).text}, ${name})`);
}
