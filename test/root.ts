import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's directory: the nearest one above that is a package. */
export const root = packageAbove(path.dirname(fileURLToPath(import.meta.url)));

function packageAbove(directory: string): string {
  return existsSync(path.join(directory, 'package.json')) ? directory : packageAbove(path.dirname(directory));
}
