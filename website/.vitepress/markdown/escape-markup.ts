import type { MarkdownRenderer } from 'vitepress';
import { changeRule } from './render-rule';

/** HTML that pages use: these tags, comments, and the entity that VitePress puts into the link of a heading. All other tags are text. */
const html = /^\s*(?:<!--|&|<\/?(?:a|br|details|div|em|img|kbd|p|picture|source|span|strong|sub|summary|sup)\b)/i;

/**
 * Keeps as text what Vue would take for a component or an expression: a page is compiled as a template, in which `Array<T>` begins an
 * element and `{{ x }}` is evaluated. Blocks of code are safe without it.
 */
export function escapeMarkup(markdown: MarkdownRenderer): void {
  const { escapeHtml } = markdown.utils;
  for (const rule of ['html_inline', 'html_block'] as const)
    changeRule(markdown, rule, (rendered, source) => (html.test(source) ? rendered : escapeHtml(source)));
  for (const rule of ['text', 'code_inline', 'html_inline', 'html_block'] as const)
    changeRule(markdown, rule, (rendered) => rendered.replaceAll('{{', '&#123;&#123;'));
}
