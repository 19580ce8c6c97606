import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../cli/temporary-directory.js';
import { root } from '../root.js';

const script = (name: string) => import(pathToFileURL(path.join(root, 'scripts/structure', name)).href);
const rules: { readonly native: object } = await script('rules.mjs');
const { findViolations } = (await script('check.mjs')) as {
  findViolations(sources: readonly unknown[], rules: unknown): readonly string[];
};
const { readSources } = (await script('sources.mjs')) as {
  readSources(root: string, folders: readonly string[]): readonly unknown[];
};
const { readIncludes } = (await script('includes.mjs')) as {
  readIncludes(root: string, folder: string): readonly unknown[];
};

// Plants violations that must be found. `node scripts/structure.mjs` and lint check that the code itself is clean.

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryDirectory();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

function violationsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const folders = [...new Set(Object.keys(files).map((file) => file.split('/')[0] ?? ''))];
  return findViolations(readSources(folderOf(files), folders), rules);
}

function nativeViolationsOf(files: Readonly<Record<string, string>>): readonly string[] {
  return findViolations(readIncludes(folderOf(files), 'native'), { ...rules.native, large: {} });
}

test.each([
  ['a phase', 'codegen/1-parse/a.ts', "import { b } from '../2-analyze/b.js';"],
  ['a type', 'codegen/ir/a.ts', "import type { B } from '../1-parse/b.js';"],
  ['a type in place', 'codegen/ir/a.ts', "export type A = import('../1-parse/b.js').B;"],
  ['a module that is loaded later', 'codegen/4-emit/a.ts', "await import('../5-build/b.js');"],
  ['what is exported again', 'codegen/3-plan/a.ts', "export { b } from '../4-emit/b.js';"],
  ['a stratum', 'codegen/2-analyze/values/a.ts', "import type { B } from '../context/b.js';"],
  ['the walk', 'codegen/2-analyze/arrays/a.ts', "import { b } from '../visitors/loops/b.js';"],
])('finds an import of a later layer: %s', (_, file, text) => {
  expect(violationsOf({ [file]: text })).toEqual([expect.stringContaining('which is in a later layer')]);
});

test('accepts an import of an earlier layer', () => {
  expect(violationsOf({ 'codegen/2-analyze/visitors/a.ts': "import { b } from '../values/b.js';" })).toEqual([]);
});

test('finds an import of the table of visitors by a visitor', () => {
  const text = "import { expressionVisitors } from './index.js';";
  expect(violationsOf({ 'codegen/2-analyze/visitors/a.ts': text })).toEqual([
    expect.stringContaining('which only codegen/2-analyze/analyze.ts may import'),
  ]);
  expect(violationsOf({ 'codegen/2-analyze/analyze.ts': text.replace('.', './visitors') })).toEqual([]);
});

test.each([
  ['codegen/1-parse/a.ts', "import { b } from '../../runtime/b.js';"],
  ['runtime/a.ts', "import type { B } from '../../codegen/ir/b.js';"],
  ['bundlers/a.ts', "import { b } from '../dsl/b.js';"],
  ['bundlers/a.ts', "import { b } from '../schema/b.js';"],
  ['schema/a.ts', "import type { B } from '../dsl/b.js';"],
  ['schema/a.ts', "import { b } from '../runtime/b.js';"],
  ['dsl/a.ts', "import { b } from '../codegen/b.js';"],
  ['runtime/a.ts', "import { b } from '../dsl/b.js';"],
])('finds an import from %s of a part that it may not import', (file, text) => {
  expect(violationsOf({ [file]: text })).toEqual([
    expect.stringMatching(/, which (?:schema|dsl|codegen|runtime|bundlers) may not \(/),
  ]);
});

test.each(['dsl/a.ts', 'codegen/a.ts', 'runtime/a.ts'])('accepts an import from %s of the schema', (file) => {
  expect(violationsOf({ [file]: "import { b } from '../schema/b.js';" })).toEqual([]);
});

test.each([
  [
    'a header',
    'native/include/rowfuse/string/a.hpp',
    '#include <rowfuse/row/b.hpp>',
    'native/include/rowfuse/row/b.hpp',
  ],
  [
    'a header for the device',
    'native/include/rowfuse/cpu/a.hpp',
    '  # include <rowfuse/cuda/b.cuh>',
    'native/include/rowfuse/cuda/b.cuh',
  ],
  [
    'a file beside it',
    'native/include/rowfuse/base/a.hpp',
    '#include "../array/b.hpp"',
    'native/include/rowfuse/array/b.hpp',
  ],
])('finds an include of a later layer: %s', (_, file, text, target) => {
  expect(nativeViolationsOf({ [file]: text, [target]: '' })).toEqual([
    `${file} imports ${target}, which is in a later layer (scripts/structure/rules.mjs)`,
  ]);
});

test('accepts an include of an earlier layer', () => {
  const row = { 'native/include/rowfuse/row/a.hpp': '#include <rowfuse/base/b.hpp>\n#include <cstdint>' };
  expect(nativeViolationsOf({ ...row, 'native/include/rowfuse/base/b.hpp': '' })).toEqual([]);
});

test('finds native folders that include each other, and those without a layer', () => {
  const folders = {
    'native/include/rowfuse/value/a.hpp': '#include <rowfuse/hash/b.hpp>',
    'native/include/rowfuse/hash/b.hpp': '#include <rowfuse/date/c.hpp>',
    'native/include/rowfuse/date/c.hpp': '#include <rowfuse/value/a.hpp>',
  };
  const [date, hash, value] = ['date', 'hash', 'value'].map((name) => `native/include/rowfuse/${name}`);
  expect(nativeViolationsOf(folders)).toEqual([`folders import each other: ${date}, ${hash}, ${value}`]);
  expect(nativeViolationsOf({ 'native/other/a.cpp': '' })).toEqual([
    'native/other/a.cpp is in no layer (scripts/structure/rules.mjs)',
  ]);
});

test('finds files, classes and folders that are too large', () => {
  const long = '\n'.repeat(400);
  expect(violationsOf({ 'codegen/ir/a.ts': `const a = 1;${long}const b = 2;` })).toEqual([
    'codegen/ir/a.ts has 401 lines, more than 400',
  ]);
  expect(violationsOf({ 'codegen/ir/a.ts': `class A {${'\n'.repeat(150)}}` })).toEqual([
    'codegen/ir/a.ts A has 151 lines, more than 150',
  ]);
  expect(violationsOf({ 'codegen/ir/a.ts': `function f() { return class {${'\n'.repeat(150)}}; }` })).toEqual([
    'codegen/ir/a.ts class has 151 lines, more than 150',
  ]);
  const many = Array.from({ length: 26 }, (_, index) => [`codegen/ir/a${index}.ts`, '']);
  expect(violationsOf(Object.fromEntries(many))).toEqual(['codegen/ir has 26 files of its own, more than 25']);
});

test('fails lint for a cycle of types alone', () => {
  const folder = temporaryDirectory();
  const { linter } = JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8'));
  const { noImportCycles } = linter.rules.suspicious;
  writeFileSync(
    path.join(folder, 'biome.json'),
    JSON.stringify({ linter: { rules: { suspicious: { noImportCycles } } } }),
  );
  writeFileSync(path.join(folder, 'a.ts'), "import type { B } from './b.js';\nexport interface A {\n  b: B;\n}\n");
  writeFileSync(path.join(folder, 'b.ts'), "import type { A } from './a.js';\nexport interface B {\n  a: A;\n}\n");
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const lint = () => execFileSync(process.execPath, [biome, 'lint', '.'], { cwd: folder, stdio: 'pipe' });
  expect(lint).toThrow('noImportCycles');
});
