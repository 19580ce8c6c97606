import path from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../codegen/compile.js';

const root = path.join(import.meta.dirname, '../..');
const { transforms } = compile({ files: [path.join(root, 'test/run/samples/pattern-searches/input.ts')], root });
const explained = transforms.find(({ name }) => name === 'singleTexts')?.explain ?? '';

test.each([
  ['/([a-z])[^a-z]?/g', 's'],
  ['/[^ ]+/gu', 'text'],
  ['/[\\ud83dab]/g', 't'],
  ['/a*/g', 's'],
  ['/[^a]/g', 'part'],
  ['/a|b\\b|😀/uy', 't'],
])('%s searches one text, and holds no index', (pattern, text) => {
  expect(explained).toContain(`search(${pattern}, ${text})`);
});

test.each([
  ['/a/g', 'a text that is declared behind it'],
  ['/b/g', 'a text that grows'],
  ['/[^]/gu', 'a `lastIndex` that is read'],
])('%s keeps its index because of %s', (pattern) => {
  expect(explained).toContain(`search(${pattern})`);
});
