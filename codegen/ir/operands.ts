import { type ChildKeys, childrenOf, type Incomplete, mapChildren } from './child-keys.js';
import type { Expression } from './expression.js';

/** The properties that hold the operands of each kind of expression, in the order in which they are evaluated. */
const operandKeys = {
  literal: [],
  read: [],
  reduced: [],
  'window-rows': [],
  convert: ['operand'],
  require: ['operand'],
  'kind-test': ['operand'],
  'as-kind': ['operand'],
  not: ['operand'],
  negate: ['operand'],
  truthy: ['operand'],
  'to-number': ['operand'],
  'to-bigint': ['operand'],
  member: ['operand'],
  find: ['operand'],
  pick: ['operand'],
  'to-text': ['operand'],
  flatten: ['operand'],
  arithmetic: ['left', 'right'],
  bitwise: ['left', 'right'],
  compare: ['left', 'right'],
  equal: ['left', 'right'],
  logical: ['left', 'right'],
  coalesce: ['left', 'right'],
  conditional: ['test', 'whenTrue', 'whenFalse'],
  concat: ['parts'],
  'string-call': ['receiver', 'arguments'],
  call: ['arguments'],
  replace: ['receiver', 'pattern', 'replacement'],
  'code-string': ['codes'],
  split: ['receiver', 'separator', 'limit'],
  'pattern-call': ['subject', 'limit'],
  'pattern-replace': ['subject', 'replacement'],
  match: ['subject', 'from'],
  'next-match': ['operand'],
  'new-search': ['subject'],
  execute: ['operand', 'subject'],
  'set-last-index': ['operand', 'value'],
  'match-part': ['operand'],
  'new-array': ['elements'],
  'array-call': ['receiver', 'arguments'],
  access: ['arguments'],
} as const satisfies ChildKeys<Expression, Expression>;

/** Compiles only if no row omits a property. */
true satisfies [Missing] extends [never] ? true : Missing;
type Missing = Incomplete<Expression, Expression, typeof operandKeys>;

/** Returns the operands of an expression, in the order in which they are evaluated. */
export function operandsOf(e: Expression): readonly Expression[] {
  return childrenOf(e, operandKeys[e.kind]);
}

/** Copies an expression with changed operands. Returns the expression itself if it has none. */
export function mapOperands<Node extends Expression>(e: Node, change: (operand: Expression) => Expression): Node {
  return mapChildren(e, operandKeys[e.kind], change);
}
