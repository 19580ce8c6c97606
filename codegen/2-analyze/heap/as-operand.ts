import type { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import type { Expression } from '../../ir/expression.js';
import { mayBeAbsent } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { describeValue } from '../values/described-values.js';
import { viewOf } from './as-value.js';

/**
 * Returns a value that an operator or a function converts to text or to a number. An array in the row's memory gives its elements, whose
 * text is joined by commas; any other object is reported.
 */
export function asOperand(value: Expression, node: ts.Node, context: RowContext): Expression | undefined {
  const { core } = value.type;
  if (core.kind !== 'reference') return value;
  if (core.to.kind === 'array' && !mayBeAbsent(value.type)) return viewOf(value, core.to, context);
  return context.report(node, (span) =>
    unsupportedOperation(span, {
      operation: 'Conversion to text or to a number',
      operands: describeValue(value.type),
      advice: 'Take what it holds: an element, a property, its `size`, or the text of its parts by `join`.',
    }),
  );
}
