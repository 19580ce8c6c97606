import { readFileSync } from 'node:fs';

/** An outline with more lines than this is longer than the window. */
const mostLines = 40;

/** Returns the levels of headings that the outline beside a page shows. Of a page with very many headings it shows the sections alone. */
export function outlineOf(file: string): [number, number] {
  const headings = readFileSync(file, 'utf8').match(/^#{2,3} /gm) ?? [];
  return headings.length > mostLines ? [2, 2] : [2, 3];
}
