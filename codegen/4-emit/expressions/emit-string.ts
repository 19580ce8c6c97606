import type { CodeString, Concat, Expression, Flatten, Replace, ToText } from '../../ir/expression.js';
import { isLazy } from '../../ir/type.js';
import type { FunctorLocals } from '../scope/functor-locals.js';
import type { EmitText } from './code.js';

/** Emits the pieces of a string as arguments: the parts of a concatenation, or the string itself. */
export function emitPieces(value: Expression, emit: EmitText): string {
  return (value.kind === 'concat' ? value.parts : [value]).map(emit).join(', ');
}

export function emitConcat(e: Concat, emit: EmitText): string {
  return `rf::concat(${emitPieces(e, emit)})`;
}

export function emitFlatten(e: Flatten, emit: EmitText, locals: FunctorLocals): string {
  locals.useArena();
  return `rf::flatten(arena, ${emitPieces(e.operand, emit)})`;
}

/** Emits JavaScript's ToString. The text of a number or bigint is written into a buffer that lives as long as the row. */
export function emitToText({ operand }: ToText, emit: EmitText, locals: FunctorLocals): string {
  switch (operand.type.core.kind) {
    case 'bigint':
      return `${locals.newBigIntText()}.format(${emit(operand)})`;
    case 'number':
      return `${locals.newNumberText()}.format(${emit(operand)})`;
    default:
      return `rf::text(${emit(operand)})`;
  }
}

export function emitReplace(e: Replace, emit: EmitText): string {
  const operands = [e.receiver, e.pattern, e.replacement].map(emit).join(', ');
  if (!isLazy(e.type)) return `rf::replace_first(${operands})`;
  const occurrences = `rf::Occurrences::${e.occurrences}`;
  return `rf::replace<${occurrences}, rf::Dollars::${e.dollars ? 'patterns' : 'plain'}>(out, ${operands})`;
}

export function emitCodeString({ of, codes }: CodeString, emit: EmitText): string {
  const numbers = codes.map(emit).join(', ');
  return of === 'units' ? `rf::from_char_code(${numbers})` : `rf::from_code_point(out, ${numbers})`;
}
