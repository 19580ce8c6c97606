import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { inOrder } from '../effects/effects.js';
import { concatenate } from '../strings/concatenate.js';
import { visitText } from '../strings/text.js';

export function visitTemplateExpression(node: ts.TemplateExpression, context: RowContext): Expression | undefined {
  const values = inOrder(
    node.templateSpans.map((span) => () => visitText(span.expression, context)),
    context,
  );
  const parts = [
    literal(node.head.text),
    ...node.templateSpans.flatMap((span, index) => [values[index], literal(span.literal.text)]),
  ];
  return parts.every((part) => part !== undefined) ? concatenate(parts, node, context) : undefined;
}
