import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findSourceFiles } from '../../codegen/cli/source-files.js';
import { temporaryDirectory } from './temporary-directory.js';

let root: string;
beforeEach(() => {
  root = temporaryDirectory();
  mkdirSync(path.join(root, 'app/src'), { recursive: true });
  for (const file of ['app/package.json', 'app/src/a.ts', 'app/src/b.ts', 'app/src/c.js', 'app/src/d.d.ts', 'e.ts']) {
    writeFileSync(path.join(root, file), '{}');
  }
});

test('files are absolute, sorted and unique, and the root is the nearest package', () => {
  const found = findSourceFiles(['src/b.ts', 'src/*.ts', 'src/a.ts'], path.join(root, 'app'));
  expect(found.root).toBe(path.join(root, 'app'));
  expect(found.files.map((file) => path.basename(file))).toEqual(['a.ts', 'b.ts']);
});

test.each([
  [[], 'RF1001', 'no files'],
  [['*.rs'], 'RF1001', 'a pattern without a match'],
  [['gone.ts'], 'RF1002', 'a file that is not there'],
  [['src/c.js'], 'RF1003', 'another language'],
  [['src/d.d.ts'], 'RF1003', 'a declaration file'],
  [['src'], 'RF1003', 'a folder'],
  [['src/a.ts', '../e.ts'], 'RF1004', 'a file of another project'],
])('%j is %s: %s', (args, code) => {
  const { diagnostics } = findSourceFiles(args, path.join(root, 'app'));
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
});
