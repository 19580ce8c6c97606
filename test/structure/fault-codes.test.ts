import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'vitest';
import { root } from '../root.js';

test('the fault numbers of the row library are those of schema/faults.ts', () => {
  execFileSync(process.execPath, [path.join(root, 'scripts/fault-codes.mjs'), '--check'], { stdio: 'pipe' });
});
