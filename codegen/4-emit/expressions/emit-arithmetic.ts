import { type BigIntRange, formOf, hull, int128Range, rangeOf, rangeWithin } from '../../ir/bigint-range.js';
import type { Arithmetic } from '../../ir/expression.js';
import { isLong } from '../../ir/intrinsics/number-function.js';
import { doubleType, sameType } from '../../ir/type.js';
import { bigintRange, emitInForm, inForm } from './bigint-form.js';
import { atom, type Code, type EmitCode, operation } from './code.js';
import { emitLongOperand } from './emit-literal.js';

/** Emits an operator of bigints whose result fits into the form of `range`, as do its operands. */
export type EmitExact = (e: Arithmetic, x: Code, y: Code, range: BigIntRange) => Code;

export function emitArithmetic(e: Arithmetic, emit: EmitCode, emitExact: EmitExact = plainOperation): Code {
  if (e.type.core.kind === 'bigint') return emitBigIntArithmetic(e, e.type.core.range, emit, emitExact);
  if (e.operator === '%' && sameType(e.type, doubleType))
    return atom(`rf::remainder(${emit(e.left).text}, ${emit(e.right).text})`);
  return operation(emit(e.left), e.operator, isLong(e) ? emitLongOperand(e.right, emit) : emit(e.right));
}

/** Computes in a form that holds the operands and the result, and converts the result to the form of its own range. */
function emitBigIntArithmetic(e: Arithmetic, result: BigIntRange, emit: EmitCode, emitExact: EmitExact): Code {
  const { operator, left, right } = e;
  const a = bigintRange(left);
  const b = bigintRange(right);
  if (operator === '/' && formOf(hull(a, b)) === 'int64' && formOf(result) !== 'int64') {
    const quotient = atom(`rf::bigint_divide_narrow(out, ${emit(left).text}, ${emit(right).text})`);
    return inForm(quotient, int128Range, result);
  }
  const isExact = rangeWithin(rangeOf(operator, a, b), int128Range);
  const range = isExact ? hull(a, b, result) : int128Range;
  const x = emitInForm(left, range, emit);
  const y = emitInForm(right, range, emit);
  const isChecked = !isExact || mayTrap(operator, b, range);
  return inForm(isChecked ? checkedArithmetic(operator, x, y) : emitExact(e, x, y, range), range, result);
}

function plainOperation({ operator }: Arithmetic, x: Code, y: Code): Code {
  return operation(x, operator, y);
}

/** True for a division that fails or that processors trap at. */
function mayTrap(operator: Arithmetic['operator'], divisor: BigIntRange, range: BigIntRange): boolean {
  if (operator !== '/' && operator !== '%') return false;
  const mayBe = (value: bigint) => divisor.min <= value && value <= divisor.max;
  // Processors trap at the lowest integer and -1, even for the remainder, which is 0.
  return mayBe(0n) || (mayBe(-1n) && range.min < 0n);
}

const checkedOperations: Readonly<Record<Arithmetic['operator'], string>> = {
  '+': 'bigint_add',
  '-': 'bigint_subtract',
  '*': 'bigint_multiply',
  '/': 'bigint_divide',
  '%': 'bigint_remainder',
};

function checkedArithmetic(operator: Arithmetic['operator'], x: Code, y: Code): Code {
  return atom(`rf::${checkedOperations[operator]}(out, ${x.text}, ${y.text})`);
}
