import type { Expression } from './expression.js';
import { mapOperands } from './operands.js';
import type { Label, Loop, Statement } from './statement.js';
import { mapBodies, mapExpressions, statementsIn } from './statement-parts.js';
import type { VariableId } from './variable.js';

/** Rebuilds an expression from the bottom up. `change` sees each node after the nodes below it have changed. */
export function rewriteExpression(e: Expression, change: (node: Expression) => Expression): Expression {
  return change(mapOperands(e, (operand) => rewriteExpression(operand, change)));
}

/** Rebuilds statements from the bottom up. `change` may turn one into any number. */
export function rewriteStatements(
  body: readonly Statement[],
  change: (statement: Statement) => readonly Statement[],
): readonly Statement[] {
  return body.flatMap((statement) => change(mapBodies(statement, (inner) => rewriteStatements(inner, change))));
}

/** Rebuilds every expression of the statements; those of inner statements come first. */
export function rewriteExpressions(
  body: readonly Statement[],
  change: (node: Expression) => Expression,
): readonly Statement[] {
  return rewriteStatements(body, (statement) => [mapExpressions(statement, (e) => rewriteExpression(e, change))]);
}

/** Visits each statement, inner statements before outer ones. */
export function forEachStatement(body: readonly Statement[], visit: (statement: Statement) => void): void {
  rewriteStatements(body, (statement) => {
    visit(statement);
    return [statement];
  });
}

/** Returns every expression of the statements, operands before the expressions that use them. */
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
  'finish',
]);

/** True if control never passes the end of the statements: they return, throw, leave their loop or a block around, or never end. */
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

/** True if only a return or a throw leaves a loop. */
export function isEndless({ test, body }: Loop): boolean {
  return test.kind === 'literal' && test.value === true && !breaks(body);
}

/** True if the statements leave the block of a label. */
export function leaves(body: readonly Statement[], label: Label): boolean {
  return body.some((statement) =>
    statement.kind === 'leave' ? statement.label === label : leaves(statementsIn(statement), label),
  );
}

/** True if a `break` of the statements leaves the loop that they are in. */
function breaks(body: readonly Statement[]): boolean {
  return body.some((statement) => {
    if (statement.kind === 'if') return breaks(statement.whenTrue) || breaks(statement.whenFalse);
    return statement.kind === 'break' || (statement.kind === 'block' && breaks(statement.body));
  });
}

/** True if statements call a routine of the machine around them. */
export function callsRoutine(body: readonly Statement[]): boolean {
  return body.some((statement) => statement.kind === 'recur' || callsRoutine(statementsIn(statement)));
}

/** Returns the variables that statements assign, with those of the arrays that they sort. */
export function assignedIn(body: readonly Statement[]): ReadonlySet<VariableId> {
  const found = new Set<VariableId>();
  forEachStatement(body, (statement) => {
    if (statement.kind === 'assign') found.add(statement.variable);
    if (statement.kind === 'sort' && statement.array.kind === 'read') found.add(statement.array.variable);
  });
  return found;
}

/** Returns the variables that statements declare, with those of the elements of loops and sorts. */
export function declaredIn(body: readonly Statement[]): ReadonlySet<VariableId> {
  const found = new Set<VariableId>();
  forEachStatement(body, (statement) => {
    if (declares(statement)) found.add(statement.variable);
    if (statement.kind === 'routine') for (const id of statement.parameters) found.add(id);
    if (statement.kind === 'sort') found.add(statement.left).add(statement.right);
  });
  return found;
}

/** True for a statement that declares one variable: for what follows it, or for its own body. */
function declares(
  statement: Statement,
): statement is Extract<Statement, { readonly kind: 'declare' | 'for-of' | 'machine' | 'recur' }> {
  const { kind } = statement;
  return kind === 'declare' || kind === 'for-of' || kind === 'machine' || kind === 'recur';
}

/** Returns the variables that expressions read, once per read. */
export function readsIn(expressions: readonly Expression[]): readonly VariableId[] {
  const found: VariableId[] = [];
  for (const expression of expressions)
    rewriteExpression(expression, (node) => {
      if (node.kind === 'read') found.push(node.variable);
      return node;
    });
  return found;
}
