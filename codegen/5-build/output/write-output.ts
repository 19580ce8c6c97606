import { lstatSync, mkdirSync, readFileSync, rmdirSync, rmSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { EmittedFile, GeneratedTransform } from '../../4-emit/emitted-file.js';
import { sha256 } from '../hash.js';
import { packageVersion } from '../package-version.js';
import { hashFiles, isInside, type Manifest, manifestName, manifestText, readManifest } from './manifest.js';
import { asUnusableOutput, isFileSystemError, unusableOutput } from './unusable-output.js';
import { writeAtomically } from './write-atomically.js';

/** The changes of a build in its output directory. Paths are relative to it. */
export interface OutputChanges {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
  /** Files that are no longer emitted but were left, because they were changed since or lie behind a symbolic link. */
  readonly left: readonly string[];
  /** Emitted files that were not written, because a file of the user is in their place. */
  readonly yielded: readonly string[];
}

/** The wanted content of an output directory. */
export interface Output {
  readonly transforms: readonly GeneratedTransform[];
  readonly files: readonly EmittedFile[];
}

/**
 * Makes a directory hold exactly the emitted files, besides the user's own files. Files whose content differs are written; the others keep
 * their times, so that nothing is recompiled for them. Files that the last build's manifest lists and that are no longer emitted are
 * removed.
 *
 * @param root the project's root, which the sources of transforms are relative to
 * @throws BuildError RF2005 when the directory cannot be used, or a file of the user is in the way
 */
export function writeOutput(directory: string, root: string, output: Output): OutputChanges {
  const previous = readManifest(directory, root);
  for (const file of output.files) {
    if (!isInside(file.path)) throw new Error(`The emitted path ${JSON.stringify(file.path)} leaves its directory.`);
  }
  try {
    const yielding = output.files.filter((file) => yields(directory, file, previous));
    const files = output.files.filter((file) => !yielding.includes(file));
    const yielded = yielding.map((file) => file.path);
    const next: Manifest = { version: packageVersion(), transforms: output.transforms, files: hashFiles(files) };
    mkdirSync(directory, { recursive: true });
    for (const { path: name } of files) refuseLinks(directory, name);
    const ours = hasBanner(read(path.join(directory, 'index.js')));
    const changed = files.filter((file) =>
      differs(directory, file, ours || isAsWritten(directory, file.path, previous)),
    );
    const gone = [...previous.files.keys()].filter((name) => !next.files.has(name) && statusOf(directory, name));
    const left = gone.filter((name) => !isAsWritten(directory, name, previous) && !yielded.includes(name));
    const removed = gone.filter((name) => isAsWritten(directory, name, previous));
    // The manifest first lists the files of both builds, so that the next build knows every file that an interruption leaves behind.
    if (changed.length > 0 || removed.length > 0) {
      const both = new Map([...previous.files, ...next.files]);
      writeManifest(directory, root, { ...next, files: both });
    }
    for (const file of changed) writeAtomically(path.join(directory, file.path), file.text);
    for (const name of removed) remove(directory, name);
    writeManifest(directory, root, next);
    const written = changed.map((file) => file.path);
    const unchanged = files.map((file) => file.path).filter((name) => !written.includes(name));
    return { written, removed, unchanged, left, yielded };
  } catch (error) {
    throw asUnusableOutput(directory, error);
  }
}

function writeManifest(directory: string, root: string, manifest: Manifest): void {
  const text = manifestText(directory, root, manifest);
  const file = path.join(directory, manifestName);
  if (read(file)?.toString('utf8') !== text) writeAtomically(file, text);
}

/**
 * True if the file must be written. A file of the user is never overwritten: it does not match the manifest and has no banner of ours, and
 * neither has the directory's index.
 */
function differs(directory: string, file: EmittedFile, ours: boolean): boolean {
  const target = path.join(directory, file.path);
  const current = read(target);
  if (current === undefined) return true;
  if (current.equals(Buffer.from(file.text))) return false;
  if (!ours && !hasBanner(current)) {
    throw unusableOutput(directory, `${file.path} exists there and was not written by rowfuse.`);
  }
  return true;
}

/**
 * True if an emitted file gives way to the user's file at its path: a link, or content that is neither emitted now nor as the last build
 * wrote it.
 */
function yields(directory: string, file: EmittedFile, previous: Manifest): boolean {
  if (!file.yields || statusOf(directory, file.path) === undefined) return false;
  const isLink = linkIn(directory, file.path) !== undefined;
  const isEqual = read(path.join(directory, file.path))?.equals(Buffer.from(file.text)) ?? false;
  return isLink || (!isEqual && !isAsWritten(directory, file.path, previous));
}

function hasBanner(content: Buffer | undefined): boolean {
  return content?.subarray(0, 400).includes('Generated by rowfuse') ?? false;
}

/** True if a file has the content that the last build wrote, at a path without symbolic links. */
function isAsWritten(directory: string, name: string, { files }: Manifest): boolean {
  if (linkIn(directory, name) !== undefined) return false;
  const current = read(path.join(directory, name));
  return current !== undefined && sha256(current) === files.get(name);
}

/** Rejects a path with a symbolic link, behind which the file would land outside the directory. */
function refuseLinks(directory: string, name: string): void {
  const link = linkIn(directory, name);
  if (link !== undefined) throw unusableOutput(directory, `${link} there is a symbolic link.`);
}

/** Returns the first part of a path below the directory that is a symbolic link. */
function linkIn(directory: string, name: string): string | undefined {
  const parts = name.split('/');
  return parts
    .map((_, index) => parts.slice(0, index + 1).join('/'))
    .find((part) => statusOf(directory, part)?.isSymbolicLink());
}

/** Returns the status of a path itself, not of a link's target; undefined if nothing is there. */
function statusOf(directory: string, name: string): Stats | undefined {
  try {
    return lstatSync(path.join(directory, name));
  } catch (error) {
    if (isFileSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw error;
  }
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isFileSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Removes a file and the folders that it leaves empty. */
function remove(directory: string, name: string): void {
  rmSync(path.join(directory, name), { force: true });
  for (let folder = path.dirname(name); folder !== '.'; folder = path.dirname(folder)) {
    try {
      rmdirSync(path.join(directory, folder));
    } catch {
      return;
    }
  }
}

/** True if a path is an existing directory. */
export function isDirectory(directory: string): boolean {
  return statSync(directory, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
