import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, foreignPackageJson, nowhere } from '../../diagnostics/index.js';

/** Returns a warning if the user's own `package.json` in the output directory makes Node read generated code as CommonJS. */
export function moduleTypeNotes(root: string, out: string, yielded: readonly string[]): readonly Diagnostic[] {
  const file = path.join(out, 'package.json');
  if (!yielded.includes('package.json') || typeOf(file) === 'module') return [];
  return [foreignPackageJson(nowhere, { file: path.relative(root, file).replaceAll('\\', '/') })];
}

/** Returns the `type` of a `package.json`; undefined if it has none or is not JSON. */
function typeOf(file: string): unknown {
  try {
    const described: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof described === 'object' && described !== null && 'type' in described ? described.type : undefined;
  } catch {
    return undefined;
  }
}
