import { expect, test } from 'vitest';
import { DiagnosticBag } from '../../codegen/diagnostics/diagnostic-bag.js';
import { missingReturn, noCompiler, unknownGlobal } from '../../codegen/diagnostics/messages.js';
import { nowhere, spanOf } from '../../codegen/diagnostics/span.js';

const text = 'one\ntwo\nthree\n';
const unknown = (name: string) => ({ name, reason: 'Nobody has it.', advice: 'Leave it out.' });
const at = (file: string, word: string) => spanOf(file, text, text.indexOf(word), text.indexOf(word) + word.length);

test('sorts by file and place, and keeps equal findings once', () => {
  const bag = new DiagnosticBag();
  bag.add(unknownGlobal(at('b.ts', 'one'), unknown('one')));
  bag.add(
    missingReturn(at('a.ts', 'three'), { advice: 'Return one.' }),
    missingReturn(at('a.ts', 'two'), { advice: 'Return one.' }),
    missingReturn(at('a.ts', 'three'), { advice: 'Return one.' }),
  );
  expect(bag.sorted().map(({ span }) => `${span.file}:${span.line}`)).toEqual(['a.ts:2', 'a.ts:3', 'b.ts:1']);
});

test('keeps two findings of one code at one place if their texts differ', () => {
  const bag = new DiagnosticBag();
  bag.add(unknownGlobal(at('a.ts', 'one'), unknown('x')), unknownGlobal(at('a.ts', 'one'), unknown('y')));
  expect(bag.size).toBe(2);
});

test('does not count warnings as errors', () => {
  const bag = new DiagnosticBag();
  bag.add(noCompiler(nowhere, { missing: 'a C++ compiler', advice: 'Install one.' }));
  expect(bag.hasErrors).toBe(false);
  bag.add(missingReturn(at('a.ts', 'one'), { advice: 'Return one.' }));
  expect(bag.hasErrors).toBe(true);
});
