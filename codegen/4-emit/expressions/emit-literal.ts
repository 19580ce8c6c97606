import { formOf } from '../../ir/bigint-range.js';
import type { Constant } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { isInt, isLong } from '../../ir/intrinsics/number-function.js';
import type { Core } from '../../ir/type.js';
import { cppBigIntLiteral, cppNumber, cppString } from '../cpp/cpp-literals.js';
import { atom, type Code, type EmitCode, unary } from './code.js';

/** Emits a constant in the form of a type. */
export function emitLiteral(value: Constant, core: Core): Code {
  // A value of an object's variable that nothing reads.
  if (core.kind === 'reference') return atom(`static_cast<${core.to.root.name}*>(nullptr)`);
  if (typeof value === 'bigint')
    return atom(cppBigIntLiteral(value, formOf(core.kind === 'bigint' ? core.range : { min: value, max: value })));
  if (typeof value !== 'number') return atom(emitConstant(value));
  if (core.kind === 'number' && core.form === 'long') return atom(`std::int64_t{${value}}`);
  const text = cppNumber(value, core.kind === 'number' && core.form === 'int' ? 'int' : 'double');
  return text.startsWith('-') ? unary(text) : atom(text);
}

/**
 * Emits an operand of an operator or a function that takes `int64_t`. A constant of 32 bits is converted by C++.
 */
export function emitLongOperand(e: Expression, emit: EmitCode): Code {
  const constant = e.kind === 'convert' && isLong(e) ? e.operand : e;
  return constant.kind === 'literal' && isInt(constant) ? emitLiteral(constant.value, constant.type.core) : emit(e);
}

/** Emits a constant in the widest form of its type, for comparisons with values of any form. */
export function emitConstant(value: Constant): string {
  if (value === null) return 'rf::null';
  if (value === undefined) return 'rf::undefined';
  if (typeof value === 'string') return cppString(value);
  if (typeof value === 'bigint') return cppBigIntLiteral(value, 'int128');
  return typeof value === 'number' ? cppNumber(value, 'double') : String(value);
}
