import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

/** Makes a folder that this user owns and nobody else can enter. Returns false if that is not possible. */
export function makePrivate(directory: string): boolean {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const status = lstatSync(directory);
    if (!status.isDirectory() || !isOwn(status.uid)) return false;
    if ((status.mode & 0o077) !== 0 && process.platform !== 'win32') chmodSync(directory, 0o700);
    return true;
  } catch {
    return false;
  }
}

/** True if the owner `uid` is this user. Always true on platforms without owners. */
export function isOwn(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}
