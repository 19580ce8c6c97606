import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { expandGlob, isGlob } from '../../codegen/cli/glob.js';
import { temporaryDirectory } from './temporary-directory.js';

let root: string;
beforeEach(() => {
  root = temporaryDirectory();
  for (const file of [
    'a.ts',
    'b.ts',
    'c.js',
    '.hidden.ts',
    'a+(b).ts',
    'src/one.ts',
    'src/índice.ts',
    'src/deep/two.mts',
    'node_modules/x/x.ts',
    '.git/y.ts',
  ]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), '');
  }
});

test.each([
  ['*.ts', ['a+(b).ts', 'a.ts', 'b.ts']],
  ['./*.ts', ['a+(b).ts', 'a.ts', 'b.ts']],
  ['?.ts', ['a.ts', 'b.ts']],
  ['[!b].ts', ['a.ts']],
  ['[b-c].*', ['b.ts', 'c.js']],
  ['[z-a].ts', []],
  ['{a,c}.{ts,js}', ['a.ts', 'c.js']],
  ['.*.ts', ['.hidden.ts']],
  ['a+(*.ts', ['a+(b).ts']],
  ['src/*.ts', ['src/one.ts', 'src/índice.ts']],
  ['src/í*.ts', ['src/índice.ts']],
  ['**/*.{ts,mts}', ['a+(b).ts', 'a.ts', 'b.ts', 'src/deep/two.mts', 'src/one.ts', 'src/índice.ts']],
  ['src/**/two.*', ['src/deep/two.mts']],
  ['src/../*.js', ['c.js']],
  ['*/deep/*', ['src/deep/two.mts']],
  ['*.rs', []],
  ['missing/*.ts', []],
])('expands %s', (pattern, expected) => {
  const found = expandGlob(pattern, root).map((file) => path.relative(root, file).replaceAll('\\', '/'));
  expect(found).toEqual(expected);
});

test('expands an absolute pattern', () => {
  expect(expandGlob(`${root}/a.*`, '/')).toEqual([path.join(root, 'a.ts')]);
});

test('treats a plain path as no pattern', () => {
  expect(['a.ts', 'src/a-b.ts', '*.ts', '{a,b}.ts'].map(isGlob)).toEqual([false, false, true, true]);
});
