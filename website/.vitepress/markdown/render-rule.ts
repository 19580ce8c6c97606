import type { MarkdownRenderer } from 'vitepress';

/** Changes the HTML that a rule of markdown-it makes of a token. */
export function changeRule(
  { renderer: { rules } }: MarkdownRenderer,
  name: 'text' | 'code_inline' | 'html_inline' | 'html_block',
  change: (html: string, source: string) => string,
): void {
  const rule = rules[name];
  if (rule === undefined) throw new Error(`markdown-it has no rule ${name}`);
  rules[name] = (tokens, index, ...rest) => change(rule(tokens, index, ...rest), tokens[index]?.content ?? '');
}
