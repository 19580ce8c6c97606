import { expect, test } from 'vitest';
import { spanOf } from '../../codegen/diagnostics/span.js';

test('lines and columns count from 1, in UTF-16 units', () => {
  const text = "const a = '😀';\nlet b;\n";
  const start = text.indexOf('let');
  expect(spanOf('a.ts', text, start, start + 3)).toMatchObject({ line: 2, column: 1, endLine: 2, endColumn: 4 });
  expect(spanOf('a.ts', text, text.indexOf(';'), text.indexOf(';') + 1)).toMatchObject({ line: 1, column: 15 });
});

test('every line terminator of ECMA-262 ends a line, and CR LF ends one', () => {
  const text = 'a\r\nb\rc\u2028d\u2029e\nf';
  const lines = [...'abcdef'].map((letter) => spanOf('a.ts', text, text.indexOf(letter), text.length).line);
  expect(lines).toEqual([1, 2, 3, 4, 5, 6]);
});

test('the end of a file that ends with a newline is the first column of the next line', () => {
  expect(spanOf('a.ts', 'a\n', 2, 2)).toMatchObject({ line: 2, column: 1 });
});
