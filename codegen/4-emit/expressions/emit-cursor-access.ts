import type { StringCall } from '../../ir/expression.js';
import type { StringOperation } from '../../ir/string-operations.js';
import type { RowScope } from '../scope/row-scope.js';
import { atom, type Code, type EmitCode } from './code.js';

/** Functions of the library that start from the place of the last access, which the cursor holds. */
const functions: Readonly<Partial<Record<StringOperation, string>>> = {
  unitAt: 'unit_at_near',
  charAt: 'char_at_near',
  charCodeAt: 'char_code_at_near',
  charCodeWithin: 'char_code_within_near',
  codePointAt: 'code_point_at_near',
};

/**
 * Emits an access of a loop-invariant string by an index that changes from step to step, and the length of such a string. Undefined
 * for other operations, which have no cursor.
 */
export function emitCursorAccess(
  { operation, receiver, arguments: [index] }: StringCall,
  emit: EmitCode,
  { fn, loops, locals }: RowScope,
): Code | undefined {
  const { core } = receiver.type;
  if (receiver.kind !== 'read' || core.kind !== 'string' || core.pieces !== 1 || core.lazy) return undefined;
  const variable = fn.variables[receiver.variable];
  if (!variable || !loops.isInvariant(variable)) return undefined;
  if (operation === 'length') return atom(`rf::length_near(${emit(receiver).text}, ${locals.cursorOf(variable.id)})`);
  const called = functions[operation];
  if (!called || index?.type.core.kind !== 'number') return undefined;
  if (index.type.core.form === 'position' || index.kind === 'literal') return undefined;
  const cursor = locals.cursorOf(variable.id);
  return atom(`rf::${called}(${emit(receiver).text}, ${emit(index).text}, ${cursor})`);
}
