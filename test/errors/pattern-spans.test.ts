import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from 'rowfuse/compiler';
import { expect, test } from 'vitest';
import { root } from '../root.js';

test('an error about a regular expression points to the part that is refused', () => {
  const file = path.join(root, 'test/errors/samples/patterns.ts');
  const text = readFileSync(file, 'utf8');
  const { diagnostics } = compile({ files: [file], root });
  const partOf = (construct: string) => {
    const span = diagnostics.find(({ what }) => what.startsWith(construct))?.span;
    return span && { part: text.slice(span.start, span.end), width: span.endColumn - span.column };
  };
  expect(partOf('The back-reference')).toEqual({ part: '\\1', width: 2 });
  expect(partOf('This quantifier')).toEqual({ part: '(?:x{1000}){1000}', width: 17 });
});
