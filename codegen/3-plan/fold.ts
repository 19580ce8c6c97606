import { int128Range, rangeWithin } from '../ir/bigint-range.js';
import { constantBits } from '../ir/bitwise.js';
import { convert, literal } from '../ir/build.js';
import type { Arithmetic, Compare, Equal, Expression } from '../ir/expression.js';
import { constantCall } from '../ir/intrinsics/call.js';
import { isInt } from '../ir/intrinsics/number-function.js';
import { find } from '../ir/lookup.js';
import { neverPasses, rewriteExpressions, rewriteStatements } from '../ir/rewrite.js';
import type { Constant, RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import { isBoolean } from '../ir/type.js';

/** Computes expressions of constants, and drops branches that never run. */
export function fold(fn: RowFunction): RowFunction {
  const folded = rewriteExpressions(fn.body, foldExpression);
  return { ...fn, body: dropUnreachable(rewriteStatements(folded, foldStatement)) };
}

export function foldExpression(e: Expression): Expression {
  switch (e.kind) {
    case 'not':
      return e.operand.kind === 'literal' ? literal(!e.operand.value) : e;
    case 'truthy':
      return e.operand.kind === 'literal' ? literal(Boolean(e.operand.value)) : e;
    case 'equal':
      if (isSameInt(e)) return literal(true);
      return e.left.kind === 'literal' && e.right.kind === 'literal' ? literal(e.left.value === e.right.value) : e;
    case 'member':
      return e.operand.kind === 'literal' ? literal(new Set(e.elements).has(e.operand.value)) : e;
    case 'find':
      return e.operand.kind === 'literal' ? find(e.operand, e.keys) : e;
    case 'pick':
      return e.operand.kind === 'literal' ? convert(literal(e.values[Number(e.operand.value)]), e.type) : e;
    case 'arithmetic':
    case 'compare':
      return foldOperator(e);
    case 'bitwise': {
      const value = constantBits(e);
      return value ? convert(value, e.type) : e;
    }
    case 'call': {
      const value = constantCall(e);
      return value ? convert(value, e.type) : e;
    }
    case 'logical':
      if (e.right.kind === 'literal' && e.right.value === (e.operator === '&&') && isBoolean(e.left.type))
        return e.left;
      if (e.left.kind !== 'literal') return e;
      return Boolean(e.left.value) === (e.operator === '&&') ? e.right : convert(e.left, e.type);
    case 'conditional':
      if (e.test.kind !== 'literal') return e;
      return e.test.value ? e.whenTrue : e.whenFalse;
    default:
      return e;
  }
}

/** True for a variable of an int, which is never NaN, that is compared with itself. */
function isSameInt({ left, right }: Equal): boolean {
  return left.kind === 'read' && right.kind === 'read' && left.variable === right.variable && isInt(left);
}

function foldOperator(e: Arithmetic | Compare): Expression {
  const left = constantOf(e.left);
  const right = constantOf(e.right);
  if (typeof left === 'string' && typeof right === 'string' && e.kind === 'compare')
    return literal(order(e.operator, left, right));
  if (left === undefined || right === undefined || typeof left === 'string' || typeof right === 'string') return e;
  if (e.kind === 'compare') return literal(order(e.operator, left, right));
  const value = computeConstant(e.operator, left, right);
  return value === undefined ? e : convert(literal(value), e.type);
}

/** Returns undefined if the row fails. */
function computeConstant(operator: Arithmetic['operator'], a: number | bigint, b: number | bigint): Constant {
  if (typeof a === 'number' && typeof b === 'number') return compute(operator, a, b);
  if (typeof a !== 'bigint' || typeof b !== 'bigint') return undefined;
  if (b === 0n && (operator === '/' || operator === '%')) return undefined;
  const value = computeBigInt(operator, a, b);
  return rangeWithin({ min: value, max: value }, int128Range) ? value : undefined;
}

function constantOf(e: Expression): string | number | bigint | undefined {
  if (e.kind === 'convert') return constantOf(e.operand);
  return e.kind === 'literal' && ['string', 'number', 'bigint'].includes(typeof e.value)
    ? (e.value as string | number | bigint)
    : undefined;
}

function order<T extends string | number | bigint>(operator: Compare['operator'], a: T, b: T): boolean {
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

function computeBigInt(operator: Arithmetic['operator'], a: bigint, b: bigint): bigint {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  return operator === '/' ? a / b : a % b;
}

function compute(operator: Arithmetic['operator'], a: number, b: number): number {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  return operator === '/' ? a / b : a % b;
}

function foldStatement(statement: Statement): readonly Statement[] {
  if (statement.kind === 'loop' && statement.test.kind === 'literal' && !statement.test.value && !statement.bodyFirst)
    return [];
  if (statement.kind !== 'if' || statement.test.kind !== 'literal') return [statement];
  const taken = statement.test.value ? statement.whenTrue : statement.whenFalse;
  return taken.length > 0 ? [{ kind: 'block', body: taken, line: statement.line }] : [];
}

/** Drops statements after one that control never passes. */
function dropUnreachable(body: readonly Statement[]): readonly Statement[] {
  const inner = rewriteStatements(body, (statement) => {
    if (
      statement.kind === 'block' ||
      statement.kind === 'loop' ||
      statement.kind === 'for-of' ||
      statement.kind === 'sort'
    )
      return [{ ...statement, body: upToEnd(statement.body) }];
    if (statement.kind !== 'if') return [statement];
    return [{ ...statement, whenTrue: upToEnd(statement.whenTrue), whenFalse: upToEnd(statement.whenFalse) }];
  });
  return upToEnd(inner);
}

function upToEnd(body: readonly Statement[]): readonly Statement[] {
  const end = body.findIndex((statement) => neverPasses([statement]));
  return end < 0 ? body : body.slice(0, end + 1);
}
