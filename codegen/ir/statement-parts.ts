import { type ChildKeys, childrenOf, type Incomplete, mapChildren } from './child-keys.js';
import type { Expression } from './expression.js';
import type { Statement } from './statement.js';

/** The properties that hold the expressions of each kind of statement, those of statements inside it aside. */
const expressionKeys = {
  declare: ['value'],
  assign: ['value'],
  evaluate: ['value'],
  if: ['test'],
  block: [],
  loop: ['test'],
  'for-of': ['source'],
  sort: ['array', 'isBefore'],
  break: [],
  continue: [],
  leave: [],
  step: [],
  emit: ['values'],
  return: ['values'],
  throw: [],
} as const satisfies ChildKeys<Statement, Expression>;

/** The properties that hold statements inside each kind of statement. */
const bodyKeys = {
  declare: [],
  assign: [],
  evaluate: [],
  if: ['whenTrue', 'whenFalse'],
  block: ['body'],
  loop: ['body', 'update'],
  'for-of': ['body'],
  sort: ['body'],
  break: [],
  continue: [],
  leave: [],
  step: [],
  emit: [],
  return: [],
  throw: [],
} as const satisfies ChildKeys<Statement, Statement>;

/** Compiles if no row leaves out a property. */
true satisfies [Missing] extends [never] ? true : Missing;
type Missing =
  | Incomplete<Statement, Expression, typeof expressionKeys>
  | Incomplete<Statement, Statement, typeof bodyKeys>;

/** The expressions of a statement, those of statements inside it aside. */
export function expressionsOf(statement: Statement): readonly Expression[] {
  return childrenOf(statement, expressionKeys[statement.kind]);
}

export function mapExpressions<Node extends Statement>(
  statement: Node,
  change: (expression: Expression) => Expression,
): Node {
  return mapChildren(statement, expressionKeys[statement.kind], change);
}

/** The statements directly inside a statement. */
export function statementsIn(statement: Statement): readonly Statement[] {
  return childrenOf(statement, bodyKeys[statement.kind]);
}

type Bodies = Readonly<Record<string, readonly Statement[]>>;

/** A copy of a statement with changed bodies; one without bodies is returned as it is. */
export function mapBodies(
  statement: Statement,
  change: (body: readonly Statement[]) => readonly Statement[],
): Statement {
  const keys: readonly string[] = bodyKeys[statement.kind];
  if (keys.length === 0) return statement;
  const bodies = statement as unknown as Bodies;
  return { ...statement, ...Object.fromEntries(keys.map((key) => [key, change(bodies[key] ?? [])])) };
}
