import { type BigIntRange, hull, int128Range } from '../../ir/bigint-range.js';
import { isMinusOne } from '../../ir/bitwise.js';
import type { Bitwise } from '../../ir/expression.js';
import { constantOf } from '../../ir/intrinsics/constant.js';
import { cppType } from '../cpp/cpp-types.js';
import { bigintRange, emitInForm, inForm } from './bigint-form.js';
import { atom, binary, type Code, type EmitCode, operand, unary } from './code.js';

export function emitBitwise(e: Bitwise, emit: EmitCode): Code {
  if (e.type.core.kind === 'bigint') return emitBigIntBits(e, e.type.core.range, emit);
  return emitBits(e, operand(emit(e.left)), operand(emit(e.right)));
}

/** Emits an operator from the texts of its operands, which are operands of a binary operator already. */
function emitBits(e: Bitwise, left: string, right: string): Code {
  const { operator } = e;
  if (operator === '^' && isMinusOne(e.right)) return unary(`~${left}`);
  const isShift = operator === '<<' || operator === '>>' || operator === '>>>';
  const count = isShift ? shiftCount(e, right) : right;
  if (operator !== '>>>') return binary(`${left} ${operator} ${count}`);
  return atom(`static_cast<${cppType(e.type)}>(static_cast<std::uint32_t>(${left}) >> ${count})`);
}

/** Returns the low five bits of the count (ECMA-262, section 6.1.6.1.9). */
function shiftCount({ right }: Bitwise, text: string): string {
  const found = constantOf(right);
  return found ? String(Number(found.value) & 31) : `(${text} & 31)`;
}

/** Computes in the form that holds operands and result. Bigints are shifted by constants only. */
function emitBigIntBits(e: Bitwise, result: BigIntRange, emit: EmitCode): Code {
  if (e.operator === '<<' || e.operator === '>>') {
    const count = e.right.kind === 'literal' ? Number(e.right.value) : 0;
    // A shift of a 64-bit integer by 64 or more is undefined in C++.
    const form = count > 63 ? int128Range : hull(bigintRange(e.left), result);
    return inForm(binary(`${operand(emitInForm(e.left, form, emit))} ${e.operator} ${count}`), form, result);
  }
  const range = hull(bigintRange(e.left), bigintRange(e.right), result);
  const x = operand(emitInForm(e.left, range, emit));
  const y = operand(emitInForm(e.right, range, emit));
  return inForm(emitBits(e, x, y), range, result);
}
