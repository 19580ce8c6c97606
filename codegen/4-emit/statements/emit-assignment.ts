import type { Arithmetic, Expression } from '../../ir/expression.js';
import { isLong } from '../../ir/intrinsics/number-function.js';
import type { Assign } from '../../ir/statement.js';
import { sameType, stringType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { emitExpression, emitStored } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';

/** The kinds of values that are the next state of a match or a search, which its variable changes to. */
const changesInPlace: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>([
  'next-match',
  'execute',
  'set-last-index',
]);

/** Emits an assignment as an expression. */
export function emitAssignment({ variable, value }: Assign, scope: RowScope): string {
  const name = scope.names.of(variable);
  if (!scope.fn.claims && isCompound(value, variable))
    return `${name} ${value.operator}= ${isLong(value) ? emitStored(value.right, scope) : emitExpression(value.right, scope)}`;
  // A match goes on in place. A copy of it has the places of all groups.
  if (changesInPlace.has(value.kind)) return emitExpression(value, scope);
  const present = value.kind === 'convert' ? value.operand : value;
  if (present.kind === 'flatten' && present.operand.kind === 'concat') {
    const text = emitConcatenation(variable, present.operand.parts, scope);
    return `${name} = ${scope.fn.claims ? `rf::claimed_text(${text})` : text}`;
  }
  return `${name} = ${emitStored(value, scope)}`;
}

/** True for `x = x + y` of numbers, which is `x += y` in C++. */
function isCompound(value: Expression, variable: VariableId): value is Arithmetic {
  if (value.kind !== 'arithmetic' || value.type.core.kind !== 'number' || value.operator === '%') return false;
  return value.left.kind === 'read' && value.left.variable === variable && sameType(value.left.type, value.type);
}

/** Emits a flattened concatenation. A string that is lengthened grows in place if it is the longest of its block of the arena. */
function emitConcatenation(variable: VariableId, parts: readonly Expression[], scope: RowScope): string {
  const [first, last] = [parts[0], parts.at(-1)];
  const grows = (part: Expression | undefined) => part?.kind === 'read' && sameType(part.type, stringType());
  const isTarget = (part: Expression | undefined) => part?.kind === 'read' && part.variable === variable;
  const pieces = (some: readonly Expression[]) => some.map((part) => emitExpression(part, scope)).join(', ');
  const sharing = scope.exclusive.has(variable) ? '<rf::Views::one>' : '';
  scope.locals.useArena();
  if (last && grows(last) && isTarget(last) && !isTarget(first))
    return `rf::prepend${sharing}(arena, ${pieces([last, ...parts.slice(0, -1)])})`;
  return `rf::${grows(first) ? `append${isTarget(first) ? sharing : ''}` : 'flatten'}(arena, ${pieces(parts)})`;
}
