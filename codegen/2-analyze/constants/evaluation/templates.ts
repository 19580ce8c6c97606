import { isAmbient } from '../../../1-parse/syntax/const-initializer.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import type { Constant } from '../../../ir/constant-value.js';
import { rawText } from '../../syntax/raw-text.js';
import type { Found } from '../parts.js';
import type { Evaluation } from './evaluation.js';
import { checkCounts } from './size.js';

/** Evaluates a template with holes. */
export function evaluateTemplate(template: ts.TemplateExpression, evaluation: Evaluation): Found<Constant> | undefined {
  return fill(template, (part) => part.text, evaluation);
}

/** Evaluates `` String.raw`…` ``, a template whose escapes stand for themselves. */
export function evaluateTaggedTemplate(
  { tag, template }: ts.TaggedTemplateExpression,
  evaluation: Evaluation,
): Found<Constant> | undefined {
  const isRaw =
    ts.isPropertyAccessExpression(tag) &&
    tag.name.text === 'raw' &&
    ts.isIdentifier(tag.expression) &&
    tag.expression.text === 'String' &&
    isAmbient(tag.expression, evaluation.program.checker);
  if (!isRaw) return undefined;
  return ts.isTemplateExpression(template) ? fill(template, rawText, evaluation) : { value: rawText(template) };
}

/** Joins the texts of a template and the values of its holes. */
function fill(
  template: ts.TemplateExpression,
  textOf: (part: ts.TemplateLiteralLikeNode) => string,
  evaluation: Evaluation,
): Found<Constant> | undefined {
  let text = textOf(template.head);
  for (const span of template.templateSpans) {
    const part = evaluation.simple(span.expression);
    if (!part) return undefined;
    text += `${part.value}${textOf(span.literal)}`;
    checkCounts(0, text.length, template);
  }
  return { value: text };
}
