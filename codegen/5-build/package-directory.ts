import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the directory of the installed package, which holds `native/`. It is the same whether this runs from sources or from `dist/`. */
export function packageDirectory(): string {
  for (let directory = path.dirname(fileURLToPath(import.meta.url)); ; directory = path.dirname(directory)) {
    const file = path.join(directory, 'package.json');
    if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'rowfuse') return directory;
    if (directory === path.dirname(directory)) throw new Error('The package rowfuse is not where its code is.');
  }
}
