import type { Expression } from '../../ir/expression.js';
import { intrinsicOf } from '../../ir/intrinsics/index.js';
import type { RowContext } from '../context/row-context.js';
import { readsReassigned } from '../effects/effects.js';

/** The most numbers that a counting loop may go through without counted steps, far below the limit of steps. */
const mostSteps = 2 ** 20;

/**
 * True if the absolute value of a number is proved to be small: at most about a million, or the length of a string. A
 * loop between two such numbers ends by itself.
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
      // A right shift, or the bits of a non-negative mask.
      if (e.operator === '>>') return isSmallNumber(e.left, context);
      return e.operator === '&' && [e.left, e.right].some((mask) => isSmallMask(mask));
    case 'array-call':
      // An array that changes may grow while a loop counts up to its length.
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
