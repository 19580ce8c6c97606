import { existsSync } from 'node:fs';
import path from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { docs, root } from '../repository';

type Token = ReturnType<MarkdownRenderer['parse']>[number];
type NewToken = (type: 'text' | 'code_inline', content: string) => Token;

/** A file outside docs/, by its path from the root, and the anchor in it with its `#`. */
interface RepositoryFile {
  readonly path: string;
  readonly anchor: string;
}

/**
 * Points links to files outside docs/ at the repository. Without an address of the repository such a link becomes the path of its file.
 *
 * @throws An error that names the page if the file does not exist, as VitePress only checks links between pages.
 */
export function linkToRepository(markdown: MarkdownRenderer, repository: string | undefined): void {
  markdown.core.ruler.push('repository-links', ({ tokens, env, Token }) => {
    const { relativePath } = env as MarkdownEnv;
    const newToken: NewToken = (type, content) => Object.assign(new Token(type, '', 0), { content });
    for (const { children } of tokens) {
      if (children === null) continue;
      for (const [begin, token] of children.entries()) {
        const file = token.type === 'link_open' ? fileOf(token.attrGet('href') ?? '', relativePath) : undefined;
        if (file === undefined) continue;
        if (repository !== undefined) token.attrSet('href', `${repository}/blob/main/${file.path}${file.anchor}`);
        else {
          const end = children.findIndex(({ type }, index) => index > begin && type === 'link_close');
          children.splice(begin, end + 1 - begin, ...withPath(children.slice(begin + 1, end), file, newToken));
        }
      }
    }
  });
}

function fileOf(link: string, page: string): RepositoryFile | undefined {
  if (/^(?:[a-z]+:|\/|#)/i.test(link)) return undefined;
  const [target = '', anchor] = decodeURI(link).split('#');
  const file = path.resolve(docs, path.dirname(page), target);
  if (file === docs || file.startsWith(docs + path.sep)) return undefined;
  if (!existsSync(file)) throw new Error(`docs/${page} links to ${link}, which does not exist`);
  return { path: path.relative(root, file), anchor: anchor === undefined ? '' : `#${anchor}` };
}

/** Returns the text of a link with the path of its file, or the path alone if the text is the end of it. */
function withPath(text: readonly Token[], file: RepositoryFile, newToken: NewToken): readonly Token[] {
  const code = newToken('code_inline', file.path);
  const words = text.map(({ content }) => content).join('');
  return `/${file.path}`.endsWith(`/${words}`)
    ? [code]
    : [...text, newToken('text', ' ('), code, newToken('text', ')')];
}
