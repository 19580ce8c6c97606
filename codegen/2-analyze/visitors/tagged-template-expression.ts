import { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { unsupported } from '../refusals/unsupported.js';
import { concatenate } from '../strings/concatenate.js';
import { isStringGlobal } from '../strings/statics.js';
import { rawText } from '../syntax/raw-text.js';

/** Visits `` String.raw`…` ``, a template whose escapes stand for themselves. */
export function visitTaggedTemplateExpression(
  node: ts.TaggedTemplateExpression,
  context: RowContext,
): Expression | undefined {
  const { tag, template } = node;
  const isRaw =
    ts.isPropertyAccessExpression(tag) &&
    !tag.questionDotToken &&
    tag.name.text === 'raw' &&
    isStringGlobal(tag.expression, context);
  if (!isRaw) return unsupported(node, context);
  if (ts.isNoSubstitutionTemplateLiteral(template)) return literal(rawText(template));
  const parts = [
    literal(rawText(template.head)),
    ...template.templateSpans.flatMap((span) => [
      context.visit.expression(span.expression),
      literal(rawText(span.literal)),
    ]),
  ];
  return parts.every((part) => part !== undefined) ? concatenate(parts, node, context) : undefined;
}
