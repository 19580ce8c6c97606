import type { Expression } from './expression.js';
import { mapOperands } from './operands.js';
import type { Label, Loop, Statement } from './statement.js';
import type { VariableId } from './variable.js';

/** Rebuilds an expression from the bottom up: `change` sees each node after the nodes below it were changed. */
export function rewriteExpression(e: Expression, change: (node: Expression) => Expression): Expression {
  return change(mapOperands(e, (operand) => rewriteExpression(operand, change)));
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
      case 'for-of':
      case 'sort':
        return change({ ...statement, body: rewriteStatements(statement.body, change) });
      case 'loop':
        return change({
          ...statement,
          body: rewriteStatements(statement.body, change),
          update: rewriteStatements(statement.update, change),
        });
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
      case 'loop':
        return [{ ...statement, test: rewrite(statement.test) }];
      case 'for-of':
        return [{ ...statement, source: rewrite(statement.source) }];
      case 'sort':
        return [{ ...statement, array: rewrite(statement.array), isBefore: rewrite(statement.isBefore) }];
      case 'emit':
      case 'return':
        return [{ ...statement, values: statement.values.map(rewrite) }];
      case 'block':
      case 'break':
      case 'continue':
      case 'leave':
      case 'step':
      case 'throw':
        return [statement];
    }
  });
}

/** Each statement, those inside of others before them. */
export function forEachStatement(body: readonly Statement[], visit: (statement: Statement) => void): void {
  rewriteStatements(body, (statement) => {
    visit(statement);
    return [statement];
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

const leaving: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>([
  'return',
  'throw',
  'break',
  'continue',
  'leave',
]);

/** Whether control never passes the end of the statements: they return, throw, leave their loop or a block around, or never end. */
export function neverPasses(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  switch (last?.kind) {
    case 'if':
      return neverPasses(last.whenTrue) && neverPasses(last.whenFalse);
    case 'block':
      return neverPasses(last.body) && (last.label === undefined || !leaves(last.body, last.label));
    case 'loop':
      return isEndless(last);
    default:
      return last !== undefined && leaving.has(last.kind);
  }
}

/** Whether a loop is only left by a return or a throw. */
export function isEndless({ test, body }: Loop): boolean {
  return test.kind === 'literal' && test.value === true && !breaks(body);
}

/** Whether the statements leave the block of a label. */
export function leaves(body: readonly Statement[], label: Label): boolean {
  return body.some((statement) => {
    switch (statement.kind) {
      case 'leave':
        return statement.label === label;
      case 'if':
        return leaves(statement.whenTrue, label) || leaves(statement.whenFalse, label);
      case 'block':
      case 'for-of':
      case 'sort':
        return leaves(statement.body, label);
      case 'loop':
        return leaves(statement.body, label) || leaves(statement.update, label);
      default:
        return false;
    }
  });
}

/** Whether a `break` of the statements leaves the loop that they are in. */
function breaks(body: readonly Statement[]): boolean {
  return body.some((statement) => {
    if (statement.kind === 'if') return breaks(statement.whenTrue) || breaks(statement.whenFalse);
    return statement.kind === 'break' || (statement.kind === 'block' && breaks(statement.body));
  });
}

/** The variables that statements assign, and those of arrays that they sort. */
export function assignedIn(body: readonly Statement[]): ReadonlySet<VariableId> {
  const found = new Set<VariableId>();
  forEachStatement(body, (statement) => {
    if (statement.kind === 'assign') found.add(statement.variable);
    if (statement.kind === 'sort' && statement.array.kind === 'read') found.add(statement.array.variable);
  });
  return found;
}

/** Those that they declare, loops and sorts those of their elements. */
export function declaredIn(body: readonly Statement[]): ReadonlySet<VariableId> {
  const found = new Set<VariableId>();
  forEachStatement(body, (statement) => {
    if (statement.kind === 'declare' || statement.kind === 'for-of') found.add(statement.variable);
    if (statement.kind === 'sort') found.add(statement.left).add(statement.right);
  });
  return found;
}

/** The variables that expressions read, each as often as they do. */
export function readsIn(expressions: readonly Expression[]): readonly VariableId[] {
  const found: VariableId[] = [];
  for (const expression of expressions)
    rewriteExpression(expression, (node) => {
      if (node.kind === 'read') found.push(node.variable);
      return node;
    });
  return found;
}
