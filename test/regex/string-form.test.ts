import { expect, test } from 'vitest';
import { compilePattern, isRefusal } from '../../codegen/regex/compile-pattern.js';
import type { StringForm } from '../../codegen/regex/string-form.js';

function formsOf(pattern: RegExp) {
  const compiled = compilePattern(pattern.source, pattern.flags);
  if (isRefusal(compiled)) throw new Error(compiled.reason);
  return compiled.forms;
}

const text = (value: string, ends = ''): StringForm => ({
  kind: 'text',
  text: value,
  atStart: ends.includes('^'),
  atEnd: ends.includes('$'),
});

test.each<[RegExp, StringForm]>([
  [/abc/, text('abc')],
  [/abc/gms, text('abc')],
  [/^abc/, text('abc', '^')],
  [/abc$/u, text('abc', '$')],
  [/^abc$/su, text('abc', '^$')],
  [/^$/, text('', '^$')],
  [/(a)(?:b)[c]/, text('abc')],
  [/, 1/i, text(', 1')],
  [/\u{1f600}/u, text('😀')],
  [/😀$/, text('😀', '$')],
  [/\ud83d/, text('\ud83d')],
])('%s finds a text', (pattern, form) => {
  expect(formsOf(pattern).found).toEqual(form);
});

test.each<[RegExp, 'start' | 'end' | 'both']>([
  [/^\s+/, 'start'],
  [/(\s*)$/iu, 'end'],
  [/^\s+|\s+$/g, 'both'],
  [/(\s+$)|(^\s*)/g, 'both'],
  [/^[\s\ufeff\xa0]+|[\ufeff\s]+$/g, 'both'],
])('%s finds the white space that trim removes', (pattern, at) => {
  expect(formsOf(pattern).found).toEqual({ kind: 'spaces', at });
});

test.each<[RegExp, StringForm]>([
  [/ab*/, text('a')],
  [/^ab.*/, text('ab', '^')],
  [/(?:a|)bc$/, text('bc', '$')],
  [/[\s\S]*a(?:b?c*)(?=d)?/, text('a')],
])('a test of %s asks for a text alone', (pattern, form) => {
  expect(formsOf(pattern)).toEqual({ found: undefined, tested: form });
});

test.each([
  /(?:)/,
  /^/,
  /$^/,
  /a*/,
  /^a*$/,
  /a|b/,
  /a/i,
  /k/iu,
  /a/y,
  /^a/m,
  /a$/m,
  /a^b/,
  /[ab]/,
  /a{2}b/,
  /\ba/,
  /(?=a)a/,
  /\ud83d/u,
  /\u{d83d}\u{de00}/u,
  /[^\s\S]/,
  /\s+/,
  /^\s/,
  /^\s+?/,
  /^\s{2,}/,
  /^ +/,
  /^[\s,]+/,
  /^\s+|^\s+/,
  /^\s+|\s+$|a/,
  /^\s+$/m,
])('%s needs an engine', (pattern) => {
  expect(formsOf(pattern)).toEqual({ found: undefined, tested: undefined });
});
