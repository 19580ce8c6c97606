import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a directory that is removed after the test. By default its name has a space, as paths on users' machines have. */
export function temporaryDirectory(prefix = 'rowfuse test-'): string {
  const directory = mkdtempSync(path.join(realpathSync(tmpdir()), prefix));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}
