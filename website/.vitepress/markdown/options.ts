import type { MarkdownOptions } from 'vitepress';
import { anchorOf } from './anchor';
import { escapeMarkup } from './escape-markup';
import { highlightIndentedCode } from './indented-code';
import { linkToRepository } from './repository-links';
import { themePictures } from './themed-pictures';

/** Makes Markdown mean what it means on GitHub, where the same pages are shown: no attributes in braces, and no emoji. */
export const markdownOptions = (repository: string | undefined): MarkdownOptions => ({
  anchor: { slugify: anchorOf },
  attrs: { disable: true },
  config: (markdown) => {
    markdown.disable('emoji');
    escapeMarkup(markdown);
    highlightIndentedCode(markdown);
    themePictures(markdown);
    linkToRepository(markdown, repository);
  },
});
