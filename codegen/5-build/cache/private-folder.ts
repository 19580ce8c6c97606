import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

/** Makes a folder that this user owns and nobody else can enter. False where there is none, and none can be made. */
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

/** Whether something with this owner is the user's; where there are no owners it is. */
export function isOwn(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}
