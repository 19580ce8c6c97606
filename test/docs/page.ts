import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.js';

/** Returns the text of a page by its path below docs/. */
export function readPage(file: string): string {
  return readFileSync(path.join(root, 'docs', file), 'utf8');
}

/** Returns the text under a heading of the second level, up to the next one; '' without such a heading. */
export function sectionOf(page: string, heading: string): string {
  return new RegExp(`^## ${heading}\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(page)?.[1] ?? '';
}

/** Returns the files that a page shows, by their names: blocks whose first line is `// src/app.ts`. */
export function filesShownIn(page: string, language: string): Readonly<Record<string, string>> {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\n// (\\S+)\n([\\s\\S]+?)^\`\`\`$`, 'gm'));
  return Object.fromEntries([...blocks].map(([, name = '', text = '']) => [name, text]));
}
