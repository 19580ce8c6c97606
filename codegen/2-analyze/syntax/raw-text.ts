import { ts } from '../../1-parse/syntax/ts.js';

/** Returns the text of a template or of a part of one as it is written, with every line ending as `\n` (ECMA-262, 12.9.6.2, TRV). */
export function rawText(node: ts.TemplateLiteralLikeNode): string {
  const text = node.getText();
  const isOpen = ts.isTemplateHead(node) || ts.isTemplateMiddle(node);
  return text.slice(1, isOpen ? -2 : -1).replaceAll(/\r\n?/g, '\n');
}
