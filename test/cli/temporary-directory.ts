import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory for one test, gone after it. By default its name has a space, as paths on people's machines have. */
export function temporaryDirectory(prefix = 'rowfuse test-'): string {
  const directory = mkdtempSync(path.join(realpathSync(tmpdir()), prefix));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}
