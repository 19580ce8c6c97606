import { ts } from '../../1-parse/syntax/ts.js';
import { excerpt } from '../../diagnostics/index.js';
import { convert, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { doubleType, mayBeAbsent } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { RowContext } from '../context/row-context.js';
import { isExpression, type Value } from '../values/value.js';
import { isPatternNode, patternOf } from './pattern.js';
import { assignLastIndex, lastIndex } from './searches.js';

/** The target `pattern.lastIndex` of an assignment. */
export interface LastIndexTarget {
  readonly kind: 'last-index';
  readonly search: VariableId;
}

/** True for `pattern.lastIndex`. */
export function isLastIndex(node: ts.Expression, context: RowContext): node is ts.PropertyAccessExpression {
  return (
    ts.isPropertyAccessExpression(node) && node.name.text === 'lastIndex' && isPatternNode(node.expression, context)
  );
}

export function readLastIndex(node: ts.PropertyAccessExpression, context: RowContext): Expression | undefined {
  const search = searchOf(node, context);
  if (search === 'none') return literal(0);
  return search === undefined ? undefined : lastIndex(search, context);
}

/** Returns the target of an assignment to `pattern.lastIndex`. Undefined if an error was reported. */
export function lastIndexTarget(node: ts.PropertyAccessExpression, context: RowContext): LastIndexTarget | undefined {
  const search = searchOf(node, context);
  if (search === 'none') return refuseOfConstant(node, context);
  return search === undefined ? undefined : { kind: 'last-index', search };
}

/** Assigns a number. Returns the value as it is read from then on. */
export function assignToLastIndex(
  { search }: LastIndexTarget,
  value: Value,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  if (!isExpression(value) || value.type.core.kind !== 'number' || mayBeAbsent(value.type)) {
    return context.refuse(node, {
      construct: 'An assignment of anything but a number to `lastIndex`',
      reason: 'The place where the next search begins is held as a number.',
      advice: 'Assign a number that is always there: `pattern.lastIndex = next ?? 0`.',
    });
  }
  assignLastIndex(search, convert(value, doubleType), context);
  return lastIndex(search, context);
}

/** Returns the variable that holds `lastIndex`, or 'none' for one that is always 0. Undefined if an error was reported. */
function searchOf(node: ts.PropertyAccessExpression, context: RowContext): VariableId | 'none' | undefined {
  const pattern = patternOf(node.expression, context);
  if (!pattern) return undefined;
  if (pattern.search !== undefined) return pattern.search;
  return pattern.isNew ? 'none' : refuseOfConstant(node, context);
}

/** Reports the place of a regular expression that the row function does not make. */
function refuseOfConstant(node: ts.PropertyAccessExpression, context: RowContext): undefined {
  return context.refuse(node, {
    construct: `\`${excerpt(node.getText(), 40)}\``,
    reason: 'It tells where the search before it ended, which may have been for another row.',
    advice: 'Make the regular expression in the row function: `const words = /[a-z]+/g;`.',
  });
}
