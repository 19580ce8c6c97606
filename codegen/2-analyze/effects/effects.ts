import { hasNode } from '../../1-parse/syntax/nodes-in.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import type { ArrayCall, Expression } from '../../ir/expression.js';
import { operandsOf } from '../../ir/operands.js';
import { stringOperation } from '../../ir/operations/string-operations.js';
import { assignedIn, neverPasses } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import type { Flow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { unsupportedEffect } from '../refusals/unsupported.js';
import { isStep } from '../syntax/assignments.js';
import { isExpression, leavesOf, mapLeaves, type Value } from '../values/value.js';
import { lasting } from './stored-value.js';

/** Returns the statements of all parts in order, up to the first part that control never passes. */
export function sequence(...parts: readonly (readonly Statement[])[]): readonly Statement[] {
  const statements: Statement[] = [];
  for (const part of parts) {
    statements.push(...part);
    if (neverPasses(statements)) break;
  }
  return statements;
}

/** Returns a value that later nodes cannot change: it is kept in a variable if one of them might. */
export function keepFrom(value: Expression, nodes: readonly ts.Node[], context: RowContext): Expression {
  const isChanging = readsReassigned(value, context) && nodes.some(mayAssign);
  return isChanging ? keepExpression(value, 'kept', context) : value;
}

export function readsReassigned(e: Expression, context: RowContext): boolean {
  if (e.kind === 'read') return context.variables.isReassigned(e.variable);
  return operandsOf(e).some((operand) => readsReassigned(operand, context));
}

/** True if an expression contains an assignment, or a call that may make one. */
function mayAssign(expression: ts.Node): boolean {
  return hasNode(expression, (node) => {
    if (ts.isBinaryExpression(node)) return isAssignment(node.operatorToken.kind);
    if (ts.isPrefixUnaryExpression(node)) return isStep(node.operator);
    return ts.isPostfixUnaryExpression(node) || ts.isCallExpression(node);
  });
}

/** Visits parts in order, so that an assignment in one part does not change the value of an earlier part. */
export function inOrder<T extends Value>(
  visits: readonly (() => T | undefined)[],
  context: RowContext,
): readonly (T | undefined)[] {
  let values: (T | undefined)[] = [];
  for (const visit of visits) {
    const { result, before } = context.effects.collect(visit);
    if (before.length > 0) {
      const assigned = assignedIn(before);
      // A value keeps its kind, because only its expressions change.
      values = values.map((value) => value && (keepIf(value, (e) => reads(e, assigned), context) as T));
      if (context.effects.siblings.some((sibling) => reads(sibling, assigned)))
        return visits.map(() => refuseEffect(context));
      context.effects.push(...before);
    }
    values.push(result);
  }
  return values;
}

/** Reports a side effect that changes a variable which an earlier expression outside these parts has read. */
function refuseEffect(context: RowContext): undefined {
  const { statement } = context.effects;
  return statement && unsupportedEffect(statement, context);
}

/** Evaluates the expressions of a value at this point. */
export function keep<T extends Value>(value: T, context: RowContext): T {
  return keepIf(value, (e) => !isStable(e, context), context) as T;
}

function keepIf(value: Value, changes: (e: Expression) => boolean, context: RowContext): Value {
  return mapLeaves(value, (leaf) => (changes(leaf) ? keepExpression(leaf, 'kept', context) : leaf));
}

/** Evaluates the parts of a value that may fail at this point, as JavaScript does, even if no later code reads them. */
export function keepFaults<T extends Value>(value: T, context: RowContext): T {
  return keepIf(value, mayFail, context) as T;
}

/** Expressions that never fail a row, provided that their operands do not. */
const sound: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>([
  'literal',
  'read',
  'convert',
  'not',
  'negate',
  'bitwise',
  'compare',
  'equal',
  'truthy',
  'to-number',
  'to-text',
  'logical',
  'coalesce',
  'conditional',
  'concat',
  'flatten',
  'replace',
  'split',
  'new-array',
  'array-call',
  'match',
  'match-part',
  'next-match',
  'new-search',
  'execute',
  'set-last-index',
  'pattern-call',
  'pattern-replace',
  'member',
  'kind-test',
]);

/** Array operations that may fail a row: an element that is missing, and a place outside the array. */
const unsoundOnArrays: ReadonlySet<ArrayCall['operation']> = new Set<ArrayCall['operation']>(['judged', 'set']);

/** True if an expression may fail its row. */
export function mayFail(e: Expression): boolean {
  if (e.kind === 'array-call' && unsoundOnArrays.has(e.operation)) return true;
  const isSound = sound.has(e.kind) || (e.kind === 'arithmetic' && e.type.core.kind === 'number');
  const isSoundCall = e.kind === 'string-call' && stringOperation(e.operation).isSound === true;
  return !(isSound || isSoundCall) || operandsOf(e).some(mayFail);
}

/** Keeps an expression in a variable of its own, and returns a read of it. */
export function keepExpression(e: Expression, name: string, context: RowContext): Expression {
  context.effects.siblings = context.effects.siblings.filter((sibling) => sibling !== e);
  const value = lasting(e, context);
  const id = context.variables.temporary(name, value.type, false);
  context.effects.push({ kind: 'declare', variable: id, value, line: context.effects.line });
  return context.variables.read(id);
}

/** True if an expression costs nothing and keeps its value. */
export function isStable(e: Expression, context: RowContext): boolean {
  return e.kind === 'literal' || (e.kind === 'read' && !context.variables.isReassigned(e.variable));
}

export function reads(e: Expression, variables: ReadonlySet<VariableId>): boolean {
  if (variables.size === 0) return false;
  return e.kind === 'read' ? variables.has(e.variable) : operandsOf(e).some((operand) => reads(operand, variables));
}

export function readsAny(value: Value, variables: ReadonlySet<VariableId>): boolean {
  return leavesOf(value).some((leaf) => reads(leaf, variables));
}

/** A part of an expression that is evaluated conditionally. */
export interface Branch<T extends Value = Value> {
  readonly value: T | undefined;
  /** Its side effects. */
  readonly before: readonly Statement[];
  /** The flow after it. */
  readonly flow: Flow | undefined;
}

/** Visits a part that is evaluated only under `flow`. The current flow is restored afterwards. */
export function visitBranch<T extends Value>(
  flow: Flow | undefined,
  visit: () => T | undefined,
  context: RowContext,
): Branch<T> {
  return context.knowledge.within(flow, () => {
    const { result, before } = context.effects.collect(visit);
    return { value: result, before, flow: context.flow };
  });
}

/** True if a branch has no side effects. */
export function isPure({ before }: Branch): boolean {
  return before.length === 0;
}

/** True if a value is one of several constant objects or arrays. */
export function isConstant(value: Value | undefined): boolean {
  return value !== undefined && !isExpression(value) && value.kind === 'constant';
}
