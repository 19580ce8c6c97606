import { hasNode } from '../../1-parse/syntax/nodes-in.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import { operandsOf } from '../../ir/operands.js';
import { assignedIn, neverPasses } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import type { Flow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { unsupportedEffect } from '../refusals/unsupported.js';
import { isStep } from '../syntax/assignments.js';
import { isExpression, leavesOf, mapLeaves, type Value } from '../values/value.js';
import { lasting } from './stored-value.js';

/** Statements one after the other, up to the first part that control never passes. */
export function sequence(...parts: readonly (readonly Statement[])[]): readonly Statement[] {
  const statements: Statement[] = [];
  for (const part of parts) {
    statements.push(...part);
    if (neverPasses(statements)) break;
  }
  return statements;
}

/** A value that what is evaluated after it cannot change: in a variable of its own where one of the nodes might. */
export function keepFrom(value: Expression, nodes: readonly ts.Node[], context: RowContext): Expression {
  const isChanging = readsReassigned(value, context) && nodes.some(mayAssign);
  return isChanging ? keepExpression(value, 'kept', context) : value;
}

export function readsReassigned(e: Expression, context: RowContext): boolean {
  if (e.kind === 'read') return context.variables.isReassigned(e.variable);
  return operandsOf(e).some((operand) => readsReassigned(operand, context));
}

/** Whether an expression has an assignment in it, or a call of a function that may have one. */
function mayAssign(expression: ts.Node): boolean {
  return hasNode(expression, (node) => {
    if (ts.isBinaryExpression(node)) return isAssignment(node.operatorToken.kind);
    if (ts.isPrefixUnaryExpression(node)) return isStep(node.operator);
    return ts.isPostfixUnaryExpression(node) || ts.isCallExpression(node);
  });
}

/** Visits parts in their order: what a part assigns does not change the value that one before it has had. */
export function inOrder<T extends Value>(
  visits: readonly (() => T | undefined)[],
  context: RowContext,
): readonly (T | undefined)[] {
  let values: (T | undefined)[] = [];
  for (const visit of visits) {
    const { result, before } = context.effects.collect(visit);
    if (before.length > 0) {
      const assigned = assignedIn(before);
      // A value keeps its kind: only its expressions change.
      values = values.map((value) => value && (keepIf(value, (e) => reads(e, assigned), context) as T));
      if (context.effects.siblings.some((sibling) => reads(sibling, assigned)))
        return visits.map(() => refuseEffect(context));
      context.effects.push(...before);
    }
    values.push(result);
  }
  return values;
}

/** What is evaluated before these parts, and not among them, reads what they change. */
function refuseEffect(context: RowContext): undefined {
  const { statement } = context.effects;
  return statement && unsupportedEffect(statement, context);
}

/** A value whose expressions are evaluated here and now. */
export function keep<T extends Value>(value: T, context: RowContext): T {
  return keepIf(value, (e) => !isStable(e, context), context) as T;
}

function keepIf(value: Value, changes: (e: Expression) => boolean, context: RowContext): Value {
  return mapLeaves(value, (leaf) => (changes(leaf) ? keepExpression(leaf, 'kept', context) : leaf));
}

/**
 * A part of a value that may never be asked for: what can fail is evaluated all the same, here and now, as JavaScript does.
 */
export function keepFaults<T extends Value>(value: T, context: RowContext): T {
  return keepIf(value, mayFail, context) as T;
}

/** What fails no row, whatever its operands are. */
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
  'member',
]);

/** Whether an expression may fail its row. */
export function mayFail(e: Expression): boolean {
  if (e.kind === 'array-call' && e.operation === 'judged') return true;
  const isSound = sound.has(e.kind) || (e.kind === 'arithmetic' && e.type.core.kind === 'number');
  const isSoundCall = e.kind === 'string-call' && soundOperations.has(e.operation);
  return !(isSound || isSoundCall) || operandsOf(e).some(mayFail);
}

const soundOperations: ReadonlySet<string> = new Set([
  'length',
  'unitAt',
  'at',
  'charAt',
  'slice',
  'substring',
  'trim',
  'indexOf',
  'toWellFormed',
]);

/** The value of an expression in a variable of its own. */
export function keepExpression(e: Expression, name: string, context: RowContext): Expression {
  context.effects.siblings = context.effects.siblings.filter((sibling) => sibling !== e);
  const value = lasting(e, context);
  const id = context.variables.temporary(name, value.type, false);
  context.effects.push({ kind: 'declare', variable: id, value, line: context.effects.line });
  return context.variables.read(id);
}

/** Whether an expression costs nothing and has the same value later on. */
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

/** A part of an expression that is evaluated in one case only. */
export interface Branch<T extends Value = Value> {
  readonly value: T | undefined;
  /** Its side effects. */
  readonly before: readonly Statement[];
  /** What is known after it. */
  readonly flow: Flow | undefined;
}

/** Visits what is evaluated only where `flow` holds. What is known here does not change. */
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

/** Whether evaluating a branch does nothing but give its value. */
export function isPure({ before }: Branch): boolean {
  return before.length === 0;
}

/** Whether a value is one of objects or arrays that are constants. */
export function isConstant(value: Value | undefined): boolean {
  return value !== undefined && !isExpression(value) && value.kind === 'constant';
}
