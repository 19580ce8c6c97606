import { type ChildKeys, childrenOf, type Incomplete, mapChildren } from './child-keys.js';
import type { Expression } from './expression.js';
import type { Statement } from './statement.js';

/** The properties that hold the expressions of each kind of statement, without those of inner statements. */
const expressionKeys = {
  declare: ['value'],
  assign: ['value'],
  evaluate: ['value'],
  if: ['test'],
  block: [],
  loop: ['test'],
  'for-of': ['source'],
  sort: ['array', 'isBefore'],
  machine: ['values'],
  routine: [],
  recur: ['values'],
  finish: ['value'],
  break: [],
  continue: [],
  leave: [],
  step: [],
  emit: ['values'],
  return: ['values'],
  throw: [],
} as const satisfies ChildKeys<Statement, Expression>;

/** The properties that hold the inner statements of each kind of statement. */
const bodyKeys = {
  declare: [],
  assign: [],
  evaluate: [],
  if: ['whenTrue', 'whenFalse'],
  block: ['body'],
  loop: ['body', 'update'],
  'for-of': ['body'],
  sort: ['body'],
  machine: ['body'],
  routine: ['body'],
  recur: [],
  finish: [],
  break: [],
  continue: [],
  leave: [],
  step: [],
  emit: [],
  return: [],
  throw: [],
} as const satisfies ChildKeys<Statement, Statement>;

/** Compiles only if no row omits a property. */
true satisfies [Missing] extends [never] ? true : Missing;
type Missing =
  | Incomplete<Statement, Expression, typeof expressionKeys>
  | Incomplete<Statement, Statement, typeof bodyKeys>;

/** Returns the expressions of a statement, without those of inner statements. */
export function expressionsOf(statement: Statement): readonly Expression[] {
  return childrenOf(statement, expressionKeys[statement.kind]);
}

export function mapExpressions<Node extends Statement>(
  statement: Node,
  change: (expression: Expression) => Expression,
): Node {
  return mapChildren(statement, expressionKeys[statement.kind], change);
}

/** Returns the statements directly inside a statement. */
export function statementsIn(statement: Statement): readonly Statement[] {
  return childrenOf(statement, bodyKeys[statement.kind]);
}

type Bodies = Readonly<Record<string, readonly Statement[]>>;

/** Returns the bodies of a statement, each a scope of its own. */
export function bodiesOf(statement: Statement): readonly (readonly Statement[])[] {
  const bodies = statement as unknown as Bodies;
  return bodyKeys[statement.kind].map((key) => bodies[key] ?? []);
}

/** Copies a statement with changed bodies. Returns the statement itself if it has none. */
export function mapBodies(
  statement: Statement,
  change: (body: readonly Statement[]) => readonly Statement[],
): Statement {
  const keys: readonly string[] = bodyKeys[statement.kind];
  if (keys.length === 0) return statement;
  const bodies = statement as unknown as Bodies;
  return { ...statement, ...Object.fromEntries(keys.map((key) => [key, change(bodies[key] ?? [])])) };
}
