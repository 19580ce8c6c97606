import path from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../codegen/compile.js';

const root = path.join(import.meta.dirname, '../..');
const samples = ['patterns', 'pattern-strings'].map((name) => path.join(root, `test/run/samples/${name}/input.ts`));
const { transforms } = compile({ files: samples, root });

/** Returns the lines of a regular expression in the explanation of a transform. */
function explained(name: string, pattern: string): readonly string[] {
  const lines = transforms.find((transform) => transform.name === name)?.explain.split('\n') ?? [];
  const from = lines.indexOf(`  ${pattern}`);
  const rest = from < 0 ? [] : lines.slice(from + 1);
  const to = rest.findIndex((line) => !line.startsWith('    '));
  return rest.slice(0, to).map((line) => line.trim());
}

test('explain shows the automaton that answers a question, its states and the size of the tables', () => {
  expect(explained('patternTests', '/^x+$/')).toEqual([
    'test   search automaton: 4 states',
    'tables 400 bytes, 2 classes of characters',
  ]);
  expect(explained('patternTests', '/[^a-z]/')[0]).toBe('first  search for the characters of a set');
  expect(explained('patternReplacements', '/[aeiou]/gi')[0]).toMatch(/^all {4}search for the characters of a set$/);
});

test('explain shows the characters that are searched for before an automaton starts', () => {
  expect(explained('patternTests', '/\\bab\\b/i')).toEqual([]);
  expect(explained('patternTests', '/\\d{2}/')).toContain('prefilter [0-9]');
});

test('explain shows the memory that two passes take', () => {
  expect(explained('patternTests', '/^(?=.*a)(?!.*b)/')[0]).toBe('test   two passes: 13 states');
  expect(explained('patternTests', '/(?<=a)b|^b/y')[0]).toBe('test   two passes: 8 bytes of memory per byte of text');
});

test('explain has no section of regular expressions without any', () => {
  const { transforms: others } = compile({ files: [path.join(root, 'examples/mask-email.ts')], root });
  expect(others[0]?.explain).not.toContain('Regular expressions');
});

test('explain shows the operation of strings that stands for a regular expression', () => {
  expect(explained('textTests', '/^é/')).toEqual(['string operation: startsWith']);
  expect(explained('textTests', '/ab*/')).toEqual(['string operation: includes']);
  expect(explained('textChanges', '/^a/')).toEqual([
    'first  tagged automaton: 4 states, 3 registers',
    'all    tagged automaton: 4 states, 3 registers',
    'string operation: startsWith',
    'tables 392 bytes, 2 classes of characters',
  ]);
  expect(explained('whiteSpace', '/^\\s*|\\s*$/gu')).toEqual(['string operation: trim']);
});
