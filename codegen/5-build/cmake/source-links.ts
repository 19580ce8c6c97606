import { lstatSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import type { EmittedFile } from '../../4-emit/emitted-file.js';

/**
 * Makes the paths of `#line` lead to the user's sources. The paths are relative to the project, so that emitted code is the same
 * everywhere. nvcc resolves them against the folder that it runs in, and records them as absolute paths for profilers. Links in the build
 * directory to the project's top folders make both agree.
 *
 * Only what a profiler shows depends on this: if a link cannot be made or its name is taken, it is left out.
 */
export function linkSources(buildDirectory: string, root: string, files: readonly EmittedFile[]): void {
  const folders = new Set<string>();
  for (const { text } of files) {
    for (const [, source = ''] of text.matchAll(/^#line \d+ "([^"\\]+)"$/gm)) {
      const [first = ''] = source.split('/');
      if (first !== '' && first !== '..') folders.add(first);
    }
  }
  for (const folder of folders) link(path.join(buildDirectory, folder), path.join(root, folder));
}

function link(place: string, target: string): void {
  try {
    const present = lstatSync(place, { throwIfNoEntry: false });
    if (present !== undefined) {
      if (!present.isSymbolicLink() || readlinkSync(place) === target) return;
      unlinkSync(place);
    }
    symlinkSync(target, place);
  } catch {
    // Windows, for instance, allows links to privileged users only.
  }
}
