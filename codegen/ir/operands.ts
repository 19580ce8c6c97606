import type { Expression } from './expression.js';

/** An expression of one kind. */
type Of<Kind extends Expression['kind']> = Extract<Expression, { readonly kind: Kind }>;

/** The properties of a kind of expression that hold operands: one, several, or perhaps none. */
type OperandKey<Kind extends Expression['kind']> = {
  [Key in keyof Of<Kind>]-?: NonNullable<Of<Kind>[Key]> extends Expression | readonly Expression[] ? Key : never;
}[keyof Of<Kind>];

/** The properties that hold the operands of each kind of expression, in the order in which they are evaluated. */
const operandKeys = {
  literal: [],
  read: [],
  reduced: [],
  'window-rows': [],
  convert: ['operand'],
  require: ['operand'],
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
  'new-array': ['elements'],
  'array-call': ['receiver', 'arguments'],
} as const satisfies { readonly [Kind in Expression['kind']]: readonly OperandKey<Kind>[] };

/** The kinds in whose row a property is missing. That there are none is checked when this file is compiled. */
type Incomplete = {
  [Kind in Expression['kind']]: Exclude<OperandKey<Kind>, (typeof operandKeys)[Kind][number]> extends never
    ? never
    : Kind;
}[Expression['kind']];
true satisfies [Incomplete] extends [never] ? true : Incomplete;

type Operands = Readonly<Record<string, Expression | readonly Expression[] | undefined>>;

/** The operands of an expression, in the order in which they are evaluated. */
export function operandsOf(expression: Expression): readonly Expression[] {
  const operands: Expression[] = [];
  for (const key of operandKeys[expression.kind]) {
    const value = (expression as unknown as Operands)[key];
    if (isSeveral(value)) operands.push(...value);
    else if (value) operands.push(value);
  }
  return operands;
}

/** The same expression with other operands. */
export function mapOperands<Node extends Expression>(
  expression: Node,
  change: (operand: Expression) => Expression,
): Node {
  const keys: readonly string[] = operandKeys[expression.kind];
  if (keys.length === 0) return expression;
  const changed: Record<string, Expression | readonly Expression[]> = {};
  for (const key of keys) {
    const value = (expression as unknown as Operands)[key];
    if (isSeveral(value)) changed[key] = value.map(change);
    else if (value) changed[key] = change(value);
  }
  return { ...expression, ...changed };
}

function isSeveral(value: Operands[string]): value is readonly Expression[] {
  return Array.isArray(value);
}
