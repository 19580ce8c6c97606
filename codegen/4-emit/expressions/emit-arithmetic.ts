import { type BigIntRange, formOf, hull, int128Range, rangeOf, rangeWithin } from '../../ir/bigint-range.js';
import type { Arithmetic } from '../../ir/expression.js';
import { intType, sameType } from '../../ir/type.js';
import { bigintRange, emitInForm, inForm } from './bigint-form.js';
import { atom, type Code, type EmitCode, operation } from './code.js';

export function emitArithmetic(e: Arithmetic, emit: EmitCode): Code {
  if (e.type.core.kind === 'bigint') return emitBigIntArithmetic(e, e.type.core.range, emit);
  if (e.operator === '%' && !sameType(e.type, intType))
    return atom(`rf::remainder(${emit(e.left).text}, ${emit(e.right).text})`);
  return operation(emit(e.left), e.operator, emit(e.right));
}

/** Computes in a form that holds the operands and the result, and converts the result to the form of its own range. */
function emitBigIntArithmetic({ operator, left, right }: Arithmetic, result: BigIntRange, emit: EmitCode): Code {
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
  return inForm(isExact ? exactArithmetic(operator, x, y, b, range) : checkedArithmetic(operator, x, y), range, result);
}

/** Emits an operation whose result fits into the form of its operands. Divisions that fail or trap are checked. */
function exactArithmetic(
  operator: Arithmetic['operator'],
  x: Code,
  y: Code,
  divisor: BigIntRange,
  range: BigIntRange,
): Code {
  if (operator === '/' || operator === '%') {
    const mayBe = (value: bigint) => divisor.min <= value && value <= divisor.max;
    // Processors trap at the lowest integer and -1, even for the remainder, which is 0.
    if (mayBe(0n) || (mayBe(-1n) && range.min < 0n)) return checkedArithmetic(operator, x, y);
  }
  return operation(x, operator, y);
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
