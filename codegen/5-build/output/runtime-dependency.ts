import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, nowhere, runtimeNotListed } from '../../diagnostics/index.js';
import { packageVersion } from '../package-version.js';

const runtime = '@rowfuse/runtime';

/** Returns a warning if the project around an output directory does not list the runtime, which generated code imports. */
export function runtimeDependencyNotes(root: string, out: string): readonly Diagnostic[] {
  const file = projectFile(out);
  if (file === undefined || listsRuntime(file)) return [];
  const shown = path.relative(root, file).replaceAll('\\', '/');
  return [runtimeNotListed(nowhere, { file: shown, install: `${runtime}@${packageVersion()}` })];
}

/** Returns the `package.json` of the project around an output directory; undefined if there is none. */
export function projectFile(out: string): string | undefined {
  for (let folder = path.dirname(out); ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (existsSync(file)) return file;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** True if a production installation of the project has the runtime, or if the file is no JSON that says so. */
function listsRuntime(file: string): boolean {
  try {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(readFileSync(file, 'utf8'));
    return runtime in { ...dependencies, ...optionalDependencies, ...peerDependencies };
  } catch {
    return true;
  }
}
