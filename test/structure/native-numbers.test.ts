import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'vitest';
import { root } from '../root.js';

test('the fault numbers and the interface version of native code are those of schema/', () => {
  execFileSync(process.execPath, [path.join(root, 'scripts/native-numbers.mjs'), '--check'], { stdio: 'pipe' });
});
