import { convert, onePiece } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { mapOperands, operandsOf } from '../../ir/operands.js';
import { stringOperation } from '../../ir/operations/string-operations.js';
import { presentType, sameType, stringType, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';

/** The types that variables store from now on, where they changed. */
export type StoredTypes = ReadonlyMap<VariableId, Type>;

/** Computes the types of an expression again after variables have changed the form of their strings. */
export function retypeText(e: Expression, stored: StoredTypes): Expression {
  if (e.kind === 'read') {
    const core = stored.get(e.variable)?.core;
    return core ? { ...e, type: { ...e.type, core } } : e;
  }
  const before = operandsOf(e);
  const changed = mapOperands(e, (operand) => retypeText(operand, stored));
  const after = operandsOf(changed);
  if (after.every((operand, place) => sameType(operand.type, before[place]?.type ?? operand.type))) return changed;
  return withTypeOfOperands(changed, before);
}

/** @param before The operands as they were, whose types led to the type of the expression. */
function withTypeOfOperands(e: Expression, before: readonly Expression[]): Expression {
  switch (e.kind) {
    case 'convert':
      return convert(e.operand, e.type);
    case 'require':
      return { ...e, type: presentType(e.operand.type) };
    case 'flatten':
      return onePiece(e.operand);
    case 'string-call':
      return { ...e, type: stringOperation(e.operation).typeOf(e.receiver.type) };
    case 'to-text':
      return { ...e, type: stringType(piecesOf(e.operand)) };
    case 'concat':
      return { ...e, type: stringType(e.parts.reduce((sum, part) => sum + piecesOf(part), 0)) };
    case 'replace':
      // A lazy result stays one: its operands had one piece before.
      return e.type.core.kind === 'string' && e.type.core.lazy
        ? e
        : { ...e, type: stringType(piecesOf(e.replacement) + 2) };
    case 'logical':
    case 'coalesce':
      return { ...e, right: convert(e.right, e.type) };
    case 'conditional':
      return { ...e, whenTrue: convert(e.whenTrue, e.type), whenFalse: convert(e.whenFalse, e.type) };
    case 'new-array':
    case 'array-call':
      return mapOperands(e, (operand) => {
        const place = operandsOf(e).indexOf(operand);
        return convert(operand, before[place]?.type ?? operand.type);
      });
    default:
      return e;
  }
}

function piecesOf({ type: { core } }: Expression): number {
  return core.kind === 'string' ? core.pieces : 1;
}
