import { convert, stringCall } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { mayBeAbsent, presentType } from '../../ir/type.js';

/** Simplifies an expression whose operand may be null or undefined by its type, but is a converted value that is always present. */
export function withoutAbsence(e: Expression): Expression {
  switch (e.kind) {
    case 'coalesce': {
      const value = presentOperand(e.left);
      return value ? convert(value, e.type) : e;
    }
    case 'require':
    case 'to-text': {
      const value = presentOperand(e.operand);
      return value && isString(value) ? convert(value, e.type) : e;
    }
    case 'conditional': {
      const [whenTrue, whenFalse] = [presentOperand(e.whenTrue), presentOperand(e.whenFalse)];
      if (!whenTrue || !whenFalse) return e;
      const type = presentType(e.type);
      return convert({ ...e, whenTrue: convert(whenTrue, type), whenFalse: convert(whenFalse, type), type }, e.type);
    }
    case 'compare':
    case 'equal': {
      const [left, right] = [presentOperand(e.left) ?? e.left, presentOperand(e.right) ?? e.right];
      const [a, b] = [codeOf(left), codeOf(right)];
      // Two units compare as their numbers do.
      return a && b ? { ...e, left: a, right: b } : { ...e, left, right };
    }
    default:
      return e;
  }
}

/** Returns the present string that is converted to a type with null or undefined. */
function presentOperand(e: Expression): Expression | undefined {
  if (e.kind !== 'convert' || !mayBeAbsent(e.type)) return undefined;
  return mayBeAbsent(e.operand.type) ? presentOperand(e.operand) : isString(e.operand) ? e.operand : undefined;
}

function isString({ type }: Expression): boolean {
  return type.core.kind === 'string';
}

/** Returns the code of a unit at an index within a text. */
function codeOf(e: Expression): Expression | undefined {
  return e.kind === 'string-call' && e.operation === 'charWithin'
    ? stringCall('charCodeWithin', e.receiver, ...e.arguments)
    : undefined;
}
