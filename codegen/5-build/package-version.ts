import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageDirectory } from './package-directory.js';

/** Returns the version of this package. */
export function packageVersion(): string {
  return String(JSON.parse(readFileSync(path.join(packageDirectory(), 'package.json'), 'utf8')).version);
}
