import { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import { unsupported } from '../refusals/unsupported.js';
import { concatenate } from '../strings/concatenate.js';
import { isStringGlobal } from '../strings/statics.js';

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

/** Returns the text of the source, with every line ending as `\n` (ECMA-262, 12.9.6.2, TRV). */
function rawText(node: ts.TemplateLiteralLikeNode): string {
  const text = node.getText();
  const isOpen = ts.isTemplateHead(node) || ts.isTemplateMiddle(node);
  return text.slice(1, isOpen ? -2 : -1).replaceAll(/\r\n?/g, '\n');
}
