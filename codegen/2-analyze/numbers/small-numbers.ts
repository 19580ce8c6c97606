import type { Expression } from '../../ir/expression.js';
import { intrinsicOf } from '../../ir/intrinsics/index.js';
import type { RowContext } from '../context/row-context.js';
import { readsReassigned } from '../effects/effects.js';

/** A loop over so many numbers is over soon: far below the limit of steps. */
const mostSteps = 2 ** 20;

/**
 * Whether the absolute value of a number is proved to be small: at most about a million, or the length of a string. A loop
 * between two such numbers ends by itself.
 */
export function isSmallNumber(e: Expression, context: RowContext): boolean {
  switch (e.kind) {
    case 'literal':
      return typeof e.value === 'number' && Math.abs(e.value) <= mostSteps;
    case 'convert':
    case 'require':
      return isSmallNumber(e.operand, context);
    case 'string-call':
      return e.operation === 'length' || e.operation === 'indexOf' || e.operation === 'lastIndexOf';
    case 'call':
      return (
        intrinsicOf(e).keepsSize === true &&
        e.arguments.length > 0 &&
        e.arguments.every((arg) => isSmallNumber(arg, context))
      );
    case 'bitwise':
      // Bits of a mask that is not negative; a shift to the right.
      if (e.operator === '>>') return isSmallNumber(e.left, context);
      return e.operator === '&' && [e.left, e.right].some((mask) => isSmallMask(mask));
    case 'array-call':
      // Of an array that changes, the length may grow while a loop counts up to it.
      return (
        (e.operation === 'length' || e.operation === 'indexOf' || e.operation === 'lastIndexOf') &&
        !readsReassigned(e.receiver, context)
      );
    case 'arithmetic':
      return (
        (e.operator === '+' || e.operator === '-') && isSmallNumber(e.left, context) && isSmallNumber(e.right, context)
      );
    case 'read':
      return context.variables.smallNumbers.has(e.variable) || context.variables.isSmallColumn(e.variable);
    default:
      return false;
  }
}

function isSmallMask(e: Expression): boolean {
  return e.kind === 'literal' && typeof e.value === 'number' && e.value >= 0 && e.value <= mostSteps;
}
