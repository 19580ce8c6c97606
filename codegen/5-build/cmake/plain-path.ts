import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { noPlainDirectory, nowhere } from '../../diagnostics/index.js';
import { BuildError } from '../build-error.js';
import { makePrivate } from '../cache/private-folder.js';
import { sha256 } from '../hash.js';

/**
 * Whether CMake, ninja and make take a path for what it is. A semicolon ends an element of CMake's lists, and what CMake writes into
 * projects of its own it does not quote: a quotation mark, a line break or `${…}` in a folder's name would become code.
 */
export function isPlain(file: string): boolean {
  return /^[\p{L}\p{M}\p{N} _\-./+,@~:=()']*$/u.test(path.sep === '/' ? file : file.replaceAll(path.sep, '/'));
}

/**
 * A folder for CMake to work in.
 *
 * @param wanted the place for it where its path is plain
 * @param instead folders of this user whose path may be; the last resort is one among temporary files
 * @throws BuildError RF2010 when none is
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

/** Gives plain names to folders whose paths are not, by links in a build directory. */
export class PlainLinks {
  readonly #directory: string;

  constructor(buildDirectory: string) {
    this.#directory = path.join(buildDirectory, 'links');
  }

  /** The folder itself where its path is plain, else a link to it. */
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
