import { logical } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from './effects.js';

/**
 * The most operations of one chain that are nested. An expression nests as deep as its chain is long, and so does the
 * generated C++. Clang takes 256 nested brackets.
 */
const mostOperations = 64;

/** Returns the value of a chain so far, in a variable after each `mostOperations` operations. Text is exempt: its pieces do not nest. */
export function partOf(value: Expression, operations: number, context: RowContext): Expression {
  const isFull = operations % mostOperations === 0 && value.kind !== 'literal' && value.kind !== 'read';
  return isFull && value.type.core.kind !== 'string' ? keepExpression(value, 'part', context) : value;
}

/** Returns `a || b || …` with limited nesting; the operators are associative. Returns undefined if the operands have no common type. */
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
