import type { Expression, StringOperation } from '../ir/expression.js';
import { type Core, isBoolean, mayBeAbsent, sameCore, type Type } from '../ir/type.js';
import type { Variable } from '../ir/variable.js';
import { cppNumber, cppString } from './cpp-literals.js';
import { cppCore, cppType } from './cpp-types.js';

/** What the expressions of one function share. */
export interface ExpressionScope {
  readonly variables: readonly Variable[];
  nameOf(variable: number): string;
  /** The name of a new buffer for the text of a number, which lives as long as the row. */
  newNumberText(): string;
}

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
      if (e.operator === '%') return atom(`rf::remainder(${sub(e.left).text}, ${sub(e.right).text})`);
      return infix(e.left, e.operator, e.right);
    case 'compare':
      return infix(e.left, e.operator, e.right);
    case 'equal':
      return emitEqual(e.left, e.right, false, scope);
    case 'truthy':
      return atom(`rf::truthy(${sub(e.operand).text})`);
    case 'to-number':
      return atom(`rf::to_number(${sub(e.operand).text})`);
    case 'to-text':
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
    case 'string-call':
      return emitStringCall(e.operation, e.receiver, e.arguments, scope);
  }
}

function emitLiteral(value: string | number | boolean | null | undefined, core: Core): Code {
  if (value === null) return atom('rf::null');
  if (value === undefined) return atom('rf::undefined');
  if (typeof value === 'boolean') return atom(String(value));
  if (typeof value === 'string') return atom(cppString(value));
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
  if (e.kind === 'literal' && typeof e.value === 'number' && !mayBeAbsent(type)) return emitLiteral(e.value, type.core);
  return widen(emit(e, scope), e.type, type);
}

function widen(code: Code, from: Type, to: Type): Code {
  const target = cppType(to);
  if (from.core.kind === 'nothing') return atom(`${target}(${code.text})`);
  if (!mayBeAbsent(from)) {
    const value = widenCore(code, from.core, to.core);
    return mayBeAbsent(to) ? atom(`${target}(${value.text})`) : value;
  }
  if (sameCore(from.core, to.core)) return code;
  return atom(to.core.kind === 'number' ? `rf::to_double(${code.text})` : `${target}(${code.text})`);
}

function widenCore(code: Code, from: Core, to: Core): Code {
  if (sameCore(from, to)) return code;
  return to.kind === 'number' ? atom(`rf::to_double(${code.text})`) : atom(`${cppCore(to)}(${code.text})`);
}

function emitNot(e: Expression, scope: ExpressionScope): Code {
  if (e.kind === 'equal') return emitEqual(e.left, e.right, true, scope);
  return unary(`!${primary(emit(e, scope))}`);
}

function emitEqual(left: Expression, right: Expression, negated: boolean, scope: ExpressionScope): Code {
  const a = emit(left, scope);
  const b = emit(right, scope);
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

const methodNames: Readonly<Record<StringOperation, string>> = {
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
};

function emitStringCall(
  operation: StringOperation,
  receiver: Expression,
  args: readonly Expression[],
  scope: ExpressionScope,
): Code {
  const texts = args.map((argument) => emitExpression(argument, scope));
  const object = emit(receiver, scope);
  // `*name_` is a value that may be absent in general, and is present here.
  const dereferenced = /^\*(\w+)$/.exec(object.text)?.[1];
  const access = dereferenced ? `${dereferenced}->` : `${primary(object)}.`;
  return atom(`${access}${methodNames[operation]}(${texts.join(', ')})`);
}
