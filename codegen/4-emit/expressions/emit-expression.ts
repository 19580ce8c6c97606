import { type BigIntRange, formOf, hull, int128Range, rangeOf, rangeWithin } from '../../ir/bigint-range.js';
import type { Arithmetic, Bitwise, Compare, Expression, StringCall, StringOperation } from '../../ir/expression.js';
import type { Constant } from '../../ir/row-function.js';
import { type Core, intType, isBoolean, mayBeAbsent, sameCore, sameType, type Type } from '../../ir/type.js';
import { cppBigIntLiteral, cppNumber, cppString } from '../cpp/cpp-literals.js';
import { cppBigInt, cppCore, cppType } from '../cpp/cpp-types.js';
import { emitReduced } from '../emit-reductions.js';
import { emitArray, emitSplit } from './emit-array.js';
import { emitBitwise } from './emit-bitwise.js';
import { emitCall } from './emit-call.js';
import { emitFind, emitPick } from './emit-lookup.js';
import { emitMember } from './emit-member.js';
import { emitCodeString, emitReplace, emitStringFunction } from './emit-string.js';
import type { ExpressionScope } from './expression-scope.js';

/** C++ text, and how tightly it binds: `x.y()`, `-x`, `x + y`. */
interface Code {
  readonly text: string;
  readonly binding: 'atom' | 'unary' | 'binary';
}

const atom = (text: string): Code => ({ text, binding: 'atom' });
const unary = (text: string): Code => ({ text, binding: 'unary' });
const binary = (text: string): Code => ({ text, binding: 'binary' });

/** As an operand of a binary operator. */
const operand = ({ text, binding }: Code): string => (binding === 'binary' ? `(${text})` : text);
/** As the object of a member access, or the operand of a unary operator. */
const primary = ({ text, binding }: Code): string => (binding === 'atom' ? text : `(${text})`);

/** The C++ expression for an IR expression. */
export function emitExpression(e: Expression, scope: ExpressionScope): string {
  return emit(e, scope).text;
}

function emit(e: Expression, scope: ExpressionScope): Code {
  const sub = (inner: Expression) => emit(inner, scope);
  const infix = (left: Expression, operator: string, right: Expression) =>
    binary(`${operand(sub(left))} ${operator} ${operand(sub(right))}`);
  switch (e.kind) {
    case 'literal':
      return emitLiteral(e.value, e.type.core);
    case 'read':
      return emitRead(e.variable, e.type, scope);
    case 'convert':
      return emitConvert(e.operand, e.type, scope);
    case 'require':
      return atom(`rf::require(out, ${sub(e.operand).text})`);
    case 'not':
      return emitNot(e.operand, scope);
    case 'negate':
      return unary(`-${primary(sub(e.operand))}`);
    case 'arithmetic':
      if (e.type.core.kind === 'bigint') return emitBigIntArithmetic(e, e.type.core.range, scope);
      if (e.operator === '%' && !sameType(e.type, intType))
        return atom(`rf::remainder(${sub(e.left).text}, ${sub(e.right).text})`);
      return infix(e.left, e.operator, e.right);
    case 'compare':
      return emitCompare(e, scope) ?? infix(e.left, e.operator, e.right);
    case 'equal':
      return emitEqual(e.left, e.right, false, scope);
    case 'truthy':
      return atom(`rf::truthy(${sub(e.operand).text})`);
    case 'to-number':
      return atom(`rf::to_number(${sub(e.operand).text})`);
    case 'to-bigint':
      return emitToBigInt(e.operand, scope);
    case 'member':
      return atom(emitMember(e, sub(e.operand).text, scope.tables));
    case 'find':
      return atom(emitFind(e, sub(e.operand).text, scope.tables));
    case 'pick':
      return atom(emitPick(e, sub(e.operand).text, scope.tables));
    case 'to-text':
      if (e.operand.type.core.kind === 'bigint') return atom(`${scope.newBigIntText()}.format(${sub(e.operand).text})`);
      return e.operand.type.core.kind === 'number'
        ? atom(`${scope.newNumberText()}.format(${sub(e.operand).text})`)
        : atom(`rf::text(${sub(e.operand).text})`);
    case 'logical':
      if (isBoolean(e.left.type) && isBoolean(e.right.type)) return infix(e.left, e.operator, e.right);
      return e.operator === '&&'
        ? choose(e.left, (left) => `rf::truthy(${left})`, e.right, 'right', e.type, scope)
        : choose(e.left, (left) => `rf::truthy(${left})`, e.right, 'left', e.type, scope);
    case 'coalesce':
      return choose(e.left, (left) => `${left}.present()`, e.right, 'left', e.type, scope);
    case 'conditional':
      return binary(`${operand(sub(e.test))} ? ${operand(sub(e.whenTrue))} : ${operand(sub(e.whenFalse))}`);
    case 'concat':
      return atom(`rf::concat(${e.parts.map((part) => sub(part).text).join(', ')})`);
    case 'flatten':
      scope.useArena();
      return atom(`rf::flatten(arena, ${emitPieces(e.operand, scope)})`);
    case 'bitwise':
      return e.type.core.kind === 'bigint' ? emitBigIntBits(e, e.type.core.range, scope) : emitBits(e, scope);
    case 'call':
      return atom(emitCall(e, (arg) => sub(arg).text, scope));
    case 'string-call':
      return emitStringCall(e, scope);
    case 'replace':
      return atom(emitReplace(e, (inner) => emitExpression(inner, scope)));
    case 'split':
      return atom(emitSplit(e, (inner) => emitExpression(inner, scope)));
    case 'new-array':
    case 'array-call':
      return atom(emitArray(e, (inner) => emitExpression(inner, scope), scope));
    case 'reduced':
      return atom(emitReduced(e, scope.reductions));
    case 'window-rows':
      return atom(e.complete ? 'rf::complete_rows<Transform>(row)' : 'rf::rows_in_window<Transform>(row)');
    case 'code-string':
      return atom(emitCodeString(e, (inner) => emitExpression(inner, scope)));
  }
}

/** What is written piece by piece: the parts of a concatenation, one by one. */
export function emitPieces(value: Expression, scope: ExpressionScope): string {
  return (value.kind === 'concat' ? value.parts : [value]).map((part) => emitExpression(part, scope)).join(', ');
}

function emitLiteral(value: Constant, core: Core): Code {
  if (value === null) return atom('rf::null');
  if (value === undefined) return atom('rf::undefined');
  if (typeof value === 'boolean') return atom(String(value));
  if (typeof value === 'string') return atom(cppString(value));
  if (typeof value === 'bigint') {
    return atom(cppBigIntLiteral(value, formOf(core.kind === 'bigint' ? core.range : { min: value, max: value })));
  }
  const text = cppNumber(value, core.kind === 'number' && core.form === 'int' ? 'int' : 'double');
  return text.startsWith('-') ? unary(text) : atom(text);
}

/** A variable's value, as the part of its stored type that control flow proved. */
function emitRead(variable: number, type: Type, scope: ExpressionScope): Code {
  const stored = scope.variables[variable]?.stored ?? type;
  return refine(atom(scope.nameOf(variable)), stored, type);
}

/** `code` of type `from` as the narrower type `to`. */
function refine(code: Code, from: Type, to: Type): Code {
  if (to.core.kind === 'nothing') return code;
  const present = mayBeAbsent(from) && !mayBeAbsent(to) ? unary(`*${primary(code)}`) : code;
  if (from.core.kind !== 'string' || to.core.kind !== 'string' || from.core.pieces === to.core.pieces) return present;
  return atom(`rf::shrink<${to.core.pieces}>(${present.text})`);
}

/** The operand as the wider type. */
function emitConvert(e: Expression, type: Type, scope: ExpressionScope): Code {
  const isNumeric = e.kind === 'literal' && (typeof e.value === 'number' || typeof e.value === 'bigint');
  if (isNumeric && !mayBeAbsent(type)) return emitLiteral(e.value, type.core);
  return widen(emit(e, scope), e.type, type);
}

function widen(code: Code, from: Type, to: Type): Code {
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
  return to.kind === 'number' ? atom(`rf::to_double(${code.text})`) : atom(`${cppCore(to)}(${code.text})`);
}

/** The operands' common form, which holds the result as well; the result then in the form of its own range. */
function emitBigIntArithmetic(
  { operator, left, right }: Arithmetic,
  result: BigIntRange,
  scope: ExpressionScope,
): Code {
  const a = bigintRange(left);
  const b = bigintRange(right);
  if (operator === '/' && formOf(hull(a, b)) === 'int64' && formOf(result) !== 'int64') {
    return inForm(
      atom(`rf::bigint_divide_narrow(out, ${emit(left, scope).text}, ${emit(right, scope).text})`),
      int128Range,
      result,
    );
  }
  const exact = rangeOf(operator, a, b);
  const isExact = rangeWithin(exact, int128Range);
  const range = isExact ? hull(a, b, result) : int128Range;
  const x = emitInForm(left, range, scope);
  const y = emitInForm(right, range, scope);
  return inForm(isExact ? exactArithmetic(operator, x, y, b, range) : checkedArithmetic(operator, x, y), range, result);
}

/** `&`, `|` and `^` of bigints, in the form that holds operands and result. */
function emitBigIntBits(e: Bitwise, result: BigIntRange, scope: ExpressionScope): Code {
  if (e.operator === '<<' || e.operator === '>>') {
    const count = e.right.kind === 'literal' ? Number(e.right.value) : 0;
    // Integers of 64 bits have no shifts by as many.
    const form = count > 63 ? int128Range : hull(bigintRange(e.left), result);
    return inForm(binary(`${operand(emitInForm(e.left, form, scope))} ${e.operator} ${count}`), form, result);
  }
  const range = hull(bigintRange(e.left), bigintRange(e.right), result);
  const x = operand(emitInForm(e.left, range, scope));
  const y = operand(emitInForm(e.right, range, scope));
  return inForm(emitBitwise(e, x, y), range, result);
}

function emitBits(e: Bitwise, scope: ExpressionScope): Code {
  return emitBitwise(e, operand(emit(e.left, scope)), operand(emit(e.right, scope)));
}

function exactArithmetic(
  operator: Arithmetic['operator'],
  x: Code,
  y: Code,
  divisor: BigIntRange,
  range: BigIntRange,
): Code {
  if (operator === '/' || operator === '%') {
    const mayBe = (value: bigint) => divisor.min <= value && value <= divisor.max;
    // Of the lowest integer and -1, processors trap, though the remainder is 0.
    if (mayBe(0n) || (mayBe(-1n) && range.min < 0n)) return checkedArithmetic(operator, x, y);
  }
  return binary(`${operand(x)} ${operator} ${operand(y)}`);
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

/** A bigint of a part of `range`, or an int, as the form that holds all of it. */
function emitInForm(e: Expression, range: BigIntRange, scope: ExpressionScope): Code {
  if (e.kind === 'literal' && typeof e.value === 'bigint') return atom(cppBigIntLiteral(e.value, formOf(range)));
  const code = emit(e, scope);
  return e.type.core.kind === 'bigint' ? inForm(code, bigintRange(e), range) : cast(code, range);
}

/** `code`, whose value lies in both ranges, in the form of another one. */
function inForm(code: Code, from: BigIntRange, to: BigIntRange): Code {
  return formOf(from) === formOf(to) ? code : cast(code, to);
}

function cast(code: Code, to: BigIntRange): Code {
  return atom(`static_cast<${cppBigInt(formOf(to))}>(${code.text})`);
}

/** The integers that a bigint, or a number held as an integer, can be. */
function bigintRange({ type: { core } }: Expression): BigIntRange {
  return core.kind === 'bigint' ? core.range : { min: -(2n ** 31n), max: 2n ** 31n - 1n };
}

/** An order with a bigint in it, or with a value that may be undefined; undefined where there is none. */
function emitCompare({ operator, left, right }: Compare, scope: ExpressionScope): Code | undefined {
  const cores = [left.type.core, right.type.core];
  const [first, second] = operator.startsWith('<') ? [left, right] : [right, left];
  if (mayBeAbsent(left.type) || mayBeAbsent(right.type)) {
    const name = operator.length === 2 ? 'less_or_equal_if_present' : 'less_if_present';
    return atom(`rf::${name}(${emit(first, scope).text}, ${emit(second, scope).text})`);
  }
  if (!cores.some(({ kind }) => kind === 'bigint')) return undefined;
  const areIntegers = cores.every((core) => core.kind === 'bigint' || (core.kind === 'number' && core.form === 'int'));
  if (areIntegers) {
    const range = hull(bigintRange(left), bigintRange(right));
    return binary(`${operand(emitInForm(left, range, scope))} ${operator} ${operand(emitInForm(right, range, scope))}`);
  }
  const value = (e: Expression) => {
    const { text } = emit(e, scope);
    return e.type.core.kind === 'number' ? `rf::to_double(${text})` : text;
  };
  const name = operator.length === 2 ? 'less_or_equal' : 'less';
  return atom(`rf::${name}(${value(first)}, ${value(second)})`);
}

function emitToBigInt(e: Expression, scope: ExpressionScope): Code {
  const { core } = e.type;
  const { text } = emit(e, scope);
  return core.kind === 'number' && core.form === 'double'
    ? atom(`rf::to_bigint(out, ${text})`)
    : atom(
        `static_cast<std::int64_t>(${core.kind === 'number' && core.form === 'position' ? `${text}.number()` : text})`,
      );
}

function emitNot(e: Expression, scope: ExpressionScope): Code {
  if (e.kind === 'equal') return emitEqual(e.left, e.right, true, scope);
  return unary(`!${primary(emit(e, scope))}`);
}

function emitEqual(left: Expression, right: Expression, negated: boolean, scope: ExpressionScope): Code {
  const isBigInt = left.type.core.kind === 'bigint' && right.type.core.kind === 'bigint';
  const range =
    isBigInt && !mayBeAbsent(left.type) && !mayBeAbsent(right.type) && hull(bigintRange(left), bigintRange(right));
  const a = range ? emitInForm(left, range, scope) : emit(left, scope);
  const b = range ? emitInForm(right, range, scope) : emit(right, scope);
  const not = negated ? '!' : '';
  if (right.kind === 'literal' && mayBeAbsent(left.type) && left.type.core.kind !== 'nothing') {
    const test = right.value === null ? 'is_null' : right.value === undefined ? 'is_undefined' : undefined;
    if (test) return (negated ? unary : atom)(`${not}${primary(a)}.${test}()`);
  }
  if (!mayBeAbsent(left.type) && !mayBeAbsent(right.type)) {
    return binary(`${operand(a)} ${negated ? '!=' : '=='} ${operand(b)}`);
  }
  return (negated ? unary : atom)(`${not}rf::equal(${a.text}, ${b.text})`);
}

/**
 * `left && right`, `left || right` and `left ?? right` as values: one of the two, after a test of the left one, which is
 * evaluated once.
 */
function choose(
  left: Expression,
  test: (left: string) => string,
  right: Expression,
  kept: 'left' | 'right',
  type: Type,
  scope: ExpressionScope,
): Code {
  const value = emit(left, scope);
  const simple = left.kind === 'read' && value.binding === 'atom';
  const name = simple ? value.text : 'left';
  const leftType = left.type;
  const leftValue = keptValue(name, leftType, type, kept === 'left');
  const rightValue = operand(emit(right, scope));
  const [whenTrue, whenFalse] = kept === 'left' ? [leftValue, rightValue] : [rightValue, leftValue];
  const chosen = `${test(name)} ? ${whenTrue} : ${whenFalse}`;
  return simple ? binary(chosen) : atom(`[&] {\n  auto const left = ${value.text};\n  return ${chosen};\n}()`);
}

/** The left operand as the result: present where a test of its truth or presence kept it. */
function keptValue(name: string, from: Type, to: Type, isPresent: boolean): string {
  const present = isPresent && mayBeAbsent(from);
  const code = present ? unary(`*${name}`) : atom(name);
  const type = present ? { ...from, mayBeNull: false, mayBeUndefined: false } : from;
  return operand(widen(code, type, to));
}

const methodNames: Readonly<Partial<Record<StringOperation, string>>> = {
  length: 'length',
  unitAt: 'unit_at',
  at: 'at',
  charAt: 'char_at',
  slice: 'slice',
  substring: 'substring',
  indexOf: 'index_of',
  lastIndexOf: 'last_index_of',
  includes: 'includes',
  startsWith: 'starts_with',
  endsWith: 'ends_with',
  trim: 'trim',
  trimStart: 'trim_start',
  trimEnd: 'trim_end',
  toUpperCase: 'to_upper_case',
  toLowerCase: 'to_lower_case',
};

/** Operations that find their index from the place of the last one. */
const nearNames: Readonly<Partial<Record<StringOperation, string>>> = {
  unitAt: 'unit_at_near',
  charAt: 'char_at_near',
  charCodeAt: 'char_code_at_near',
  codePointAt: 'code_point_at_near',
};

/** A unit at an index that changes from step to step. */
function emitNear({ operation, receiver, arguments: [index] }: StringCall, scope: ExpressionScope): Code | undefined {
  const name = nearNames[operation];
  const { core } = receiver.type;
  const isVariable = receiver.kind === 'read' && core.kind === 'string' && core.pieces === 1 && !core.lazy;
  const isCounted =
    index?.type.core.kind === 'number' && index.type.core.form !== 'position' && index.kind !== 'literal';
  if (operation === 'length' && isVariable) {
    const cursor = scope.cursorOf(receiver.variable);
    return cursor === undefined ? undefined : atom(`rf::length_near(${emit(receiver, scope).text}, ${cursor})`);
  }
  const cursor = name && isVariable && isCounted ? scope.cursorOf(receiver.variable) : undefined;
  return index && cursor !== undefined
    ? atom(`rf::${name}(${emit(receiver, scope).text}, ${emit(index, scope).text}, ${cursor})`)
    : undefined;
}

function emitStringCall(e: StringCall, scope: ExpressionScope): Code {
  const near = emitNear(e, scope);
  if (near) return near;
  const called = emitStringFunction(e, (inner) => emitExpression(inner, scope));
  if (called) return atom(called);
  const texts = e.arguments.map((argument) => emitExpression(argument, scope));
  const object = emit(e.receiver, scope);
  // `*name_` is a value that may be absent in general, and is present here.
  const dereferenced = /^\*(\w+)$/.exec(object.text)?.[1];
  const access = dereferenced ? `${dereferenced}->` : `${primary(object)}.`;
  return atom(`${access}${methodNames[e.operation] ?? e.operation}(${texts.join(', ')})`);
}
