import { lstatSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import type { EmittedFile } from '../../4-emit/emitted-file.js';

/**
 * Makes the paths of `#line` lead to the user's sources. They are relative to the project, so that emitted code is the same
 * everywhere; nvcc takes them relative to the folder that it runs in and writes them down so, absolute, for profilers. Links
 * in the build directory to the project's top folders make both the same.
 *
 * Nothing depends on it but what a profiler can show: where links cannot be made, or a name is taken, there is none.
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
    // As on Windows, where making links is a privilege.
  }
}
