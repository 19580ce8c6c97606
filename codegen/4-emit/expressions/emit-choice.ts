import type { Coalesce, Conditional, Expression, Logical } from '../../ir/expression.js';
import { isBoolean, mayBeAbsent, type Type } from '../../ir/type.js';
import { atom, binary, type Code, choice, type EmitCode, logical, operand, operandWithin, unary } from './code.js';
import { emitImplicit, widen } from './emit-conversion.js';

export function emitLogical(e: Logical, emit: EmitCode): Code {
  const { operator, left, right } = e;
  if (isBoolean(left.type) && isBoolean(right.type)) return logical(emit(left), operator, emit(right));
  return choose(e, (value) => `rf::truthy(${value})`, operator === '&&' ? 'right' : 'left', emit);
}

export function emitCoalesce(e: Coalesce, emit: EmitCode): Code {
  return choose(e, (value) => `${value}.present()`, 'left', emit);
}

export function emitConditional({ test, whenTrue, whenFalse }: Conditional, emit: EmitCode): Code {
  const branch = (e: Expression, other: Expression) =>
    operandWithin(isAbsent(e) && !isAbsent(other) ? emitImplicit(e, emit) : emit(e), 'comparison');
  return choice(emit(test), branch(whenTrue, whenFalse), branch(whenFalse, whenTrue));
}

/** True for `null` or `undefined` as a value that could be something else. */
function isAbsent(e: Expression): boolean {
  return e.kind === 'convert' && e.operand.kind === 'literal' && e.operand.type.core.kind === 'nothing';
}

/**
 * Emits `left && right`, `left || right` or `left ?? right` as a value: the operand `whenTrue` if the test of the left one holds, else
 * the other. The left operand is evaluated once.
 */
function choose(
  { left, right, type }: Logical | Coalesce,
  test: (left: string) => string,
  whenTrue: 'left' | 'right',
  emit: EmitCode,
): Code {
  const value = emit(left);
  const simple = left.kind === 'read' && value.binding === 'atom';
  const name = simple ? value.text : 'maybe';
  const leftValue = keptValue(name, left.type, type, whenTrue === 'left');
  const isImplicit = isAbsent(right) && mayBeAbsent(type);
  const rightValue = operand(isImplicit ? emitImplicit(right, emit) : emit(right));
  const [first, second] = whenTrue === 'left' ? [leftValue, rightValue] : [rightValue, leftValue];
  const chosen = `${test(name)} ? ${first} : ${second}`;
  return simple ? binary(chosen) : atom(`[&] {\n  auto const maybe = ${value.text};\n  return ${chosen};\n}()`);
}

/** Emits the left operand as the result. It is present if a test of its truth or presence held. */
function keptValue(name: string, from: Type, to: Type, isPresent: boolean): string {
  const unwraps = isPresent && mayBeAbsent(from);
  const code = unwraps ? unary(`*${name}`) : atom(name);
  const type = unwraps ? { ...from, mayBeNull: false, mayBeUndefined: false } : from;
  return operand(widen(code, type, to));
}
