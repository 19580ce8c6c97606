import { type BigIntRange, formOf } from '../../ir/bigint-range.js';
import type { Expression } from '../../ir/expression.js';
import { cppBigIntLiteral } from '../cpp/cpp-literals.js';
import { cppBigInt } from '../cpp/cpp-types.js';
import { atom, type Code, type EmitCode } from './code.js';

/** Returns the integers that a bigint, or a number held as an integer, can be. */
export function bigintRange({ type: { core } }: Expression): BigIntRange {
  return core.kind === 'bigint' ? core.range : { min: -(2n ** 31n), max: 2n ** 31n - 1n };
}

/** Emits a bigint or an int whose values lie in `range`, in the form that holds all of `range`. */
export function emitInForm(e: Expression, range: BigIntRange, emit: EmitCode): Code {
  if (e.kind === 'literal' && typeof e.value === 'bigint') return atom(cppBigIntLiteral(e.value, formOf(range)));
  const code = emit(e);
  return e.type.core.kind === 'bigint' ? inForm(code, bigintRange(e), range) : cast(code, range);
}

/** Converts `code` from the form of one range to that of another; its value lies in both. */
export function inForm(code: Code, from: BigIntRange, to: BigIntRange): Code {
  return formOf(from) === formOf(to) ? code : cast(code, to);
}

function cast(code: Code, to: BigIntRange): Code {
  return atom(`static_cast<${cppBigInt(formOf(to))}>(${code.text})`);
}
