import { formOf } from '../../ir/bigint-range.js';
import type { Expression } from '../../ir/expression.js';
import { isInt, isLong } from '../../ir/intrinsics/number-function.js';
import {
  type Core,
  intType,
  isBoolean,
  mayBeAbsent,
  positionType,
  sameCore,
  sameType,
  stringType,
  type Type,
} from '../../ir/type.js';
import { cppCore, cppType } from '../cpp/cpp-types.js';
import { atom, type Code, type EmitCode, primary, unary } from './code.js';
import { emitLiteral } from './emit-literal.js';

/** Emits an operand as a value of the wider type. */
export function emitConvert(e: Expression, type: Type, emit: EmitCode): Code {
  if (sameType(type, positionType) && sameType(e.type, intType)) return emitPosition(e, emit);
  if (type.core.kind === 'variant' && !mayBeAbsent(e.type)) return widen(asHeld(emit(e), e.type.core), e.type, type);
  if (type.core.kind === 'variant') return widen(emit(e), e.type, type);
  const isNumeric = e.kind === 'literal' && (typeof e.value === 'number' || typeof e.value === 'bigint');
  if (isNumeric && !mayBeAbsent(type)) return emitLiteral(e.value, type.core);
  if (isNumeric) return atom(`rf::Maybe(${emitLiteral(e.value, type.core).text})`);
  const code = emit(e);
  return isDeduced(e, type) ? atom(`rf::Maybe(${code.text})`) : widen(code, e.type, type);
}

/** Converts a number or bigint that the planner holds in another form to that in which a variant holds it. */
function asHeld(code: Code, core: Core): Code {
  if (core.kind === 'number' && core.form !== 'double') return atom(`rf::to_double(${code.text})`);
  return core.kind === 'bigint' && formOf(core.range) !== 'int128' ? atom(`rf::Int128{${code.text}}`) : code;
}

/** Emits an int as a position. The length of a text is the position of its end, whose units need not be counted. */
function emitPosition(e: Expression, emit: EmitCode): Code {
  const isLength = e.kind === 'string-call' && e.operation === 'length' && sameType(e.receiver.type, stringType());
  return isLength ? atom(`rf::end_position(${emit(e.receiver).text})`) : atom(`rf::Position{${emit(e).text}}`);
}

/** True for a present value from whose C++ its `rf::Maybe` is deduced: the result of an operator. */
function isDeduced(e: Expression, type: Type): boolean {
  if (!mayBeAbsent(type) || mayBeAbsent(e.type) || cppCore(e.type.core) !== cppCore(type.core)) return false;
  if (e.kind === 'arithmetic') return cppCore(e.type.core) === 'double';
  return e.kind === 'compare' || e.kind === 'equal' || e.kind === 'not' || (e.kind === 'literal' && isBoolean(e.type));
}

/**
 * Emits a value where C++ converts it to its type by itself: the type of a variable is written out, or the other value of a choice has
 * that type.
 */
export function emitImplicit(e: Expression, emit: EmitCode): Code {
  if (isLong(e)) return e.kind === 'convert' && isInt(e.operand) ? emit(e.operand) : emit(e);
  if (e.kind !== 'convert' || !mayBeAbsent(e.type)) return emit(e);
  const { operand, type } = e;
  if (operand.kind === 'literal' && operand.type.core.kind === 'nothing') return emit(operand);
  if (operand.kind === 'literal' && typeof operand.value === 'number') return emitLiteral(operand.value, type.core);
  const isPresent = !mayBeAbsent(operand.type) && operand.type.core.kind !== 'nothing';
  return isPresent ? widenCore(emit(operand), operand.type.core, type.core) : emit(e);
}

/** Converts `code` of type `from` to the wider type `to`. */
export function widen(code: Code, from: Type, to: Type): Code {
  const target = cppType(to);
  if (from.core.kind === 'nothing') {
    const isLiteral = code.text === 'rf::null' || code.text === 'rf::undefined';
    return atom(isLiteral ? `${target}(${code.text})` : `rf::absent_as<${target}>(${code.text})`);
  }
  if (!mayBeAbsent(from)) {
    const value = widenCore(code, from.core, to.core);
    return mayBeAbsent(to) ? atom(`${target}(${value.text})`) : value;
  }
  if (sameCore(from.core, to.core) || cppCore(from.core) === cppCore(to.core)) return code;
  return atom(to.core.kind === 'number' ? `rf::to_double(${code.text})` : `${target}(${code.text})`);
}

function widenCore(code: Code, from: Core, to: Core): Code {
  if (sameCore(from, to) || cppCore(from) === cppCore(to)) return code;
  if (to.kind === 'number' && to.form === 'long') return emitLong(code, from);
  return to.kind === 'number' ? atom(`rf::to_double(${code.text})`) : atom(`${cppCore(to)}(${code.text})`);
}

/** Converts a number to `int64_t`. Of a double, the planner knows that it is such an integer. */
function emitLong(code: Code, from: Core): Code {
  if (from.kind === 'number' && from.form === 'int') return atom(`std::int64_t{${code.text}}`);
  if (from.kind === 'number' && from.form === 'position') return atom(`${primary(code)}.number()`);
  return atom(`static_cast<std::int64_t>(${code.text})`);
}

/** Converts `code` of type `from` to the narrower type `to`, which control flow has proved. */
export function narrow(code: Code, from: Type, to: Type): Code {
  if (to.core.kind === 'nothing') return code;
  const present = mayBeAbsent(from) && !mayBeAbsent(to) ? unary(`*${primary(code)}`) : code;
  if (from.core.kind === 'variant' && !sameCore(from.core, to.core))
    return atom(`rf::as<${cppCore(to.core)}>(${present.text})`);
  if (from.core.kind !== 'string' || to.core.kind !== 'string' || from.core.pieces === to.core.pieces) return present;
  return atom(`rf::shrink<${to.core.pieces}>(${present.text})`);
}

/** Emits `BigInt(e)`. A double fails the row unless it is an integer. */
export function emitToBigInt(e: Expression, emit: EmitCode): Code {
  const { core } = e.type;
  const { text } = emit(e);
  if (core.kind === 'number' && core.form === 'double') return atom(`rf::to_bigint(out, ${text})`);
  const integer = core.kind === 'number' && core.form === 'position' ? `${text}.number()` : text;
  return atom(`static_cast<std::int64_t>(${integer})`);
}
