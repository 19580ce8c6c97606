import type { MarkdownRenderer } from 'vitepress';
import { changeRule } from './render-rule';

const picture =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*(<img src="([^"]+)"[^>]*>)\s*<\/picture>/g;

/**
 * Turns a picture that has a dark version into two images, of which the theme shows one. A browser would choose by the system's colours,
 * which the reader may have switched here.
 */
export const themePictures = (markdown: MarkdownRenderer): void =>
  changeRule(markdown, 'html_block', (html) =>
    html.replace(picture, (_, dark: string, image: string, light: string) => {
      const imageOf = (file: string, theme: string) =>
        // Vite takes a source for a file of the project only if it begins with a dot.
        image.replace(`src="${light}"`, `class="${theme}-only" src="${file.startsWith('.') ? file : `./${file}`}"`);
      return `<p>${imageOf(light, 'light')}${imageOf(dark, 'dark')}</p>`;
    }),
  );
