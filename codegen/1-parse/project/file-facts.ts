import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The answers that a check got from the file system, by absolute path: if a file or folder exists, and its content.
 * While all of them hold, another check would find the same.
 */
export type FileFacts = ReadonlyMap<string, FileFact>;

export type FileFact =
  | { readonly kind: 'absent' | 'file' | 'folder' }
  /** A file that was read, or a folder that was listed: SHA-256 of its text, or of its names. */
  | { readonly kind: 'text' | 'names'; readonly hash: string };

/** Returns the current fact that corresponds to a recorded one. */
export function factNow(file: string, { kind }: FileFact): FileFact {
  const status = statSync(file, { throwIfNoEntry: false });
  if (kind === 'text' && status?.isFile()) return { kind, hash: hashOf(readFileSync(file, 'utf8')) };
  if (kind === 'names' && status?.isDirectory()) return { kind, hash: hashOfNames(readdirSync(file)) };
  return { kind: status === undefined ? 'absent' : status.isDirectory() ? 'folder' : 'file' };
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function hashOfNames(names: readonly string[]): string {
  return hashOf(JSON.stringify(names.map((name) => path.basename(name)).sort()));
}
