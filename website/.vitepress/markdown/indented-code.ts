import type { MarkdownRenderer } from 'vitepress';

/** Shows indented code as TypeScript, which it is in these pages: VitePress gives it neither colours nor a box that scrolls. */
export function highlightIndentedCode(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('indented-code', ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === 'code_block'))
      Object.assign(token, { type: 'fence', info: 'ts' });
  });
}
