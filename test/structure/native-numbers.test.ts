import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { abiVersion } from '../../schema/abi.js';
import { root } from '../root.js';

test('the fault numbers of the row library are those of schema/faults.ts', () => {
  execFileSync(process.execPath, [path.join(root, 'scripts/fault-codes.mjs'), '--check'], { stdio: 'pipe' });
});

test('the interface version of the addon is that of schema/abi.ts', () => {
  const addon = readFileSync(path.join(root, 'native/node/addon.cc'), 'utf8');
  expect(addon).toContain(`constexpr int abi_version = ${abiVersion};`);
});
