import { logical } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from './effects.js';

/**
 * Operations of one chain that nest, at most. Expressions nest as deep as chains are long, and so does C++, of which Clang takes 256
 * brackets in each other.
 */
export const mostOperations = 64;

/** What a chain has come to after so many operations, now and then in a variable. Text does not nest: its pieces stand side by side. */
export function partOf(value: Expression, operations: number, context: RowContext): Expression {
  const isFull = operations % mostOperations === 0 && value.kind !== 'literal' && value.kind !== 'read';
  return isFull && value.type.core.kind !== 'string' ? keepExpression(value, 'part', context) : value;
}

/** `a || b || …` of any number of operands, of which few nest: the operators are associative. Undefined where they have no common type. */
export function joined(operator: '&&' | '||', operands: readonly Expression[]): Expression | undefined {
  const [first, ...others] = operands;
  if (operands.length <= mostOperations)
    return others.reduce((left, right) => left && logical(operator, left, right), first);
  const groups: Expression[] = [];
  for (let at = 0; at < operands.length; at += mostOperations) {
    const group = joined(operator, operands.slice(at, at + mostOperations));
    if (!group) return undefined;
    groups.push(group);
  }
  return joined(operator, groups);
}
