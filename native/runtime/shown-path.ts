import { relative } from 'node:path';

/** A path as messages show it: from the working directory on, where there is one. */
export function shownPath(path: string): string {
  try {
    return relative(process.cwd(), path) || '.';
  } catch {
    return path;
  }
}
