import type { Expression } from './expression.js';
import type { Statement } from './statement.js';

/** Rebuilds an expression from the bottom up: `change` sees each node after the nodes below it were changed. */
export function rewriteExpression(e: Expression, change: (node: Expression) => Expression): Expression {
  const below = (operand: Expression) => rewriteExpression(operand, change);
  switch (e.kind) {
    case 'literal':
    case 'read':
      return change(e);
    case 'convert':
    case 'require':
    case 'not':
    case 'negate':
    case 'truthy':
    case 'to-number':
    case 'to-bigint':
    case 'member':
    case 'to-text':
      return change({ ...e, operand: below(e.operand) });
    case 'arithmetic':
    case 'compare':
    case 'equal':
    case 'logical':
    case 'coalesce':
      return change({ ...e, left: below(e.left), right: below(e.right) });
    case 'conditional':
      return change({ ...e, test: below(e.test), whenTrue: below(e.whenTrue), whenFalse: below(e.whenFalse) });
    case 'concat':
      return change({ ...e, parts: e.parts.map(below) });
    case 'string-call':
      return change({ ...e, receiver: below(e.receiver), arguments: e.arguments.map(below) });
  }
}

/** Rebuilds statements from the bottom up; `change` may turn one into any number. */
export function rewriteStatements(
  body: readonly Statement[],
  change: (statement: Statement) => readonly Statement[],
): readonly Statement[] {
  return body.flatMap((statement) => {
    switch (statement.kind) {
      case 'if':
        return change({
          ...statement,
          whenTrue: rewriteStatements(statement.whenTrue, change),
          whenFalse: rewriteStatements(statement.whenFalse, change),
        });
      case 'block':
        return change({ ...statement, body: rewriteStatements(statement.body, change) });
      default:
        return change(statement);
    }
  });
}

/** Rebuilds every expression of the statements. */
export function rewriteExpressions(
  body: readonly Statement[],
  change: (node: Expression) => Expression,
): readonly Statement[] {
  const rewrite = (e: Expression) => rewriteExpression(e, change);
  return rewriteStatements(body, (statement) => {
    switch (statement.kind) {
      case 'declare':
      case 'assign':
      case 'evaluate':
        return [{ ...statement, value: rewrite(statement.value) }];
      case 'if':
        return [{ ...statement, test: rewrite(statement.test) }];
      case 'return':
        return [{ ...statement, values: statement.values.map(rewrite) }];
      case 'block':
        return [statement];
    }
  });
}

/** Every expression of the statements, operands before what uses them. */
export function allExpressions(body: readonly Statement[]): readonly Expression[] {
  const found: Expression[] = [];
  rewriteExpressions(body, (node) => {
    found.push(node);
    return node;
  });
  return found;
}

/** Whether control never passes the end of the statements. */
export function alwaysReturns(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  if (last?.kind === 'if') return alwaysReturns(last.whenTrue) && alwaysReturns(last.whenFalse);
  return last?.kind === 'return' || (last?.kind === 'block' && alwaysReturns(last.body));
}
