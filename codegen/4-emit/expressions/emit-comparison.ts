import { hull } from '../../ir/bigint-range.js';
import type { Compare, Expression } from '../../ir/expression.js';
import { mayBeAbsent } from '../../ir/type.js';
import { bigintRange, emitInForm } from './bigint-form.js';
import { atom, type Code, comparison, type EmitCode, primary, unary } from './code.js';
import { emitLongOperand } from './emit-literal.js';

/** Emits `<`, `<=`, `>` or `>=`. */
export function emitCompare({ operator, left, right }: Compare, emit: EmitCode): Code {
  const cores = [left.type.core, right.type.core];
  // The library has `less` and `less_or_equal` alone: the other two exchange their operands.
  const [first, second] = operator.startsWith('<') ? [left, right] : [right, left];
  if (mayBeAbsent(left.type) || mayBeAbsent(right.type)) {
    const name = operator.length === 2 ? 'less_or_equal_if_present' : 'less_if_present';
    return atom(`rf::${name}(${emit(first).text}, ${emit(second).text})`);
  }
  if (!cores.some(({ kind }) => kind === 'bigint'))
    return comparison(emit(left), operator, emitLongOperand(right, emit));
  const areIntegers = cores.every((core) => core.kind === 'bigint' || (core.kind === 'number' && core.form === 'int'));
  if (areIntegers) {
    const range = hull(bigintRange(left), bigintRange(right));
    return comparison(emitInForm(left, range, emit), operator, emitInForm(right, range, emit));
  }
  const value = (e: Expression) => {
    const { text } = emit(e);
    return e.type.core.kind === 'number' ? `rf::to_double(${text})` : text;
  };
  const name = operator.length === 2 ? 'less_or_equal' : 'less';
  return atom(`rf::${name}(${value(first)}, ${value(second)})`);
}

/**
 * Emits `!e`; the negation of an equality is an inequality.
 *
 * @param test The expression as a test of a length, if it is one.
 */
export function emitNot(e: Expression, emit: EmitCode, test?: Code): Code {
  if (test) return test.text.startsWith('!') ? atom(test.text.slice(1)) : unary(`!${test.text}`);
  if (e.kind === 'equal') return emitEqual(e.left, e.right, true, emit);
  return unary(`!${primary(emit(e))}`);
}

/** Emits `left === right`, or `left !== right` if it is negated. */
export function emitEqual(left: Expression, right: Expression, negated: boolean, emit: EmitCode): Code {
  const areVariants = left.type.core.kind === 'variant' || right.type.core.kind === 'variant';
  const arePresent = !mayBeAbsent(left.type) && !mayBeAbsent(right.type) && !areVariants;
  const areBigInts = left.type.core.kind === 'bigint' && right.type.core.kind === 'bigint';
  const range = arePresent && areBigInts && hull(bigintRange(left), bigintRange(right));
  const a = range ? emitInForm(left, range, emit) : emit(left);
  const b = range ? emitInForm(right, range, emit) : emitLongOperand(right, emit);
  if (arePresent) return comparison(a, negated ? '!=' : '==', b);
  const not = negated ? '!' : '';
  const test = mayBeAbsent(left.type) && left.type.core.kind !== 'nothing' ? absenceTest(right) : undefined;
  return (negated ? unary : atom)(test ? `${not}${primary(a)}.${test}()` : `${not}rf::equal(${a.text}, ${b.text})`);
}

/** Returns the method of `rf::Maybe` that compares with a literal `null` or `undefined`. */
function absenceTest(e: Expression): string | undefined {
  if (e.kind !== 'literal') return undefined;
  return e.value === null ? 'is_null' : e.value === undefined ? 'is_undefined' : undefined;
}
