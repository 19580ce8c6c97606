import { convert, literal } from '../ir/build.js';
import type { Arithmetic, Compare, Expression } from '../ir/expression.js';
import { alwaysReturns, rewriteExpressions, rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';

/** Computes what depends on constants only, and drops the branches that can never run. */
export function fold(fn: RowFunction): RowFunction {
  const folded = rewriteExpressions(fn.body, foldExpression);
  return { ...fn, body: dropUnreachable(rewriteStatements(folded, foldStatement)) };
}

function foldExpression(e: Expression): Expression {
  switch (e.kind) {
    case 'not':
      return e.operand.kind === 'literal' ? literal(!e.operand.value) : e;
    case 'truthy':
      return e.operand.kind === 'literal' ? literal(Boolean(e.operand.value)) : e;
    case 'equal':
      return e.left.kind === 'literal' && e.right.kind === 'literal' ? literal(e.left.value === e.right.value) : e;
    case 'arithmetic':
    case 'compare':
      return foldOperator(e);
    case 'logical':
      if (e.left.kind !== 'literal') return e;
      return Boolean(e.left.value) === (e.operator === '&&') ? e.right : convert(e.left, e.type);
    case 'conditional':
      if (e.test.kind !== 'literal') return e;
      return e.test.value ? e.whenTrue : e.whenFalse;
    default:
      return e;
  }
}

function foldOperator(e: Arithmetic | Compare): Expression {
  const left = constantOf(e.left);
  const right = constantOf(e.right);
  if (typeof left === 'string' && typeof right === 'string' && e.kind === 'compare')
    return literal(order(e.operator, left, right));
  if (typeof left !== 'number' || typeof right !== 'number') return e;
  return e.kind === 'compare'
    ? literal(order(e.operator, left, right))
    : convert(literal(compute(e.operator, left, right)), e.type);
}

function constantOf(e: Expression): string | number | undefined {
  if (e.kind === 'convert') return constantOf(e.operand);
  return e.kind === 'literal' && (typeof e.value === 'string' || typeof e.value === 'number') ? e.value : undefined;
}

function order<T extends string | number>(operator: Compare['operator'], a: T, b: T): boolean {
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

function compute(operator: Arithmetic['operator'], a: number, b: number): number {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  return operator === '/' ? a / b : a % b;
}

function foldStatement(statement: Statement): readonly Statement[] {
  if (statement.kind !== 'if' || statement.test.kind !== 'literal') return [statement];
  const taken = statement.test.value ? statement.whenTrue : statement.whenFalse;
  return taken.length > 0 ? [{ kind: 'block', body: taken, line: statement.line }] : [];
}

/** A branch that always runs and returns makes what follows it unreachable. */
function dropUnreachable(body: readonly Statement[]): readonly Statement[] {
  const inner = rewriteStatements(body, (statement) => {
    if (statement.kind === 'block') return [{ ...statement, body: upToReturn(statement.body) }];
    if (statement.kind !== 'if') return [statement];
    return [{ ...statement, whenTrue: upToReturn(statement.whenTrue), whenFalse: upToReturn(statement.whenFalse) }];
  });
  return upToReturn(inner);
}

function upToReturn(body: readonly Statement[]): readonly Statement[] {
  const end = body.findIndex((statement) => alwaysReturns([statement]));
  return end < 0 ? body : body.slice(0, end + 1);
}
