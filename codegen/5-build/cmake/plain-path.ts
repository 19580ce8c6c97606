import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { noPlainDirectory, nowhere } from '../../diagnostics/index.js';
import { BuildError } from '../build-error.js';
import { makePrivate } from '../cache/private-folder.js';
import { sha256 } from '../hash.js';

/**
 * True if CMake, ninja and make take a path literally. A semicolon ends an element of CMake's lists. CMake does not quote paths in the
 * projects that it writes itself, so a quotation mark, a line break or `${…}` in a folder's name would become code.
 */
export function isPlain(file: string): boolean {
  return /^[\p{L}\p{M}\p{N} _\-./+,@~:=()']*$/u.test(path.sep === '/' ? file : file.replaceAll(path.sep, '/'));
}

/**
 * Returns a folder for CMake to work in.
 *
 * @param wanted the preferred folder, which is used if its path is plain
 * @param instead folders of this user to try next; the last resort is a temporary folder
 * @throws BuildError RF2010 when none of them can be used
 */
export function plainDirectory(wanted: string, instead: readonly string[]): string {
  if (isPlain(wanted)) return wanted;
  const name = sha256(wanted).slice(0, 16);
  const temporary = path.join(tmpdir(), `rowfuse-${userInfo().uid}`);
  for (const folder of [...instead, temporary]) {
    const directory = path.join(folder, 'builds', name);
    if (isPlain(directory) && makePrivate(folder)) return directory;
  }
  throw new BuildError(noPlainDirectory(nowhere, { directory: JSON.stringify(wanted) }));
}

/** Gives plain names to folders with other paths, by links in a build directory. */
export class PlainLinks {
  readonly #directory: string;

  constructor(buildDirectory: string) {
    this.#directory = path.join(buildDirectory, 'links');
  }

  /** Returns the folder itself if its path is plain, else a link to it. */
  to(folder: string): string {
    if (isPlain(folder)) return folder;
    const link = path.join(this.#directory, sha256(folder).slice(0, 16));
    if (targetOf(link) === folder) return link;
    mkdirSync(this.#directory, { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(folder, link, 'junction');
    return link;
  }
}

function targetOf(link: string): string | undefined {
  return lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(link) : undefined;
}
