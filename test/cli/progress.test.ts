import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgress } from '../../codegen/cli/progress/progress.js';

function written(terminal: { readonly isTTY: boolean; readonly columns?: number }): string {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), terminal);
  const progress = createProgress(stream as unknown as NodeJS.WriteStream);
  progress.update('one');
  progress.update('two');
  progress.line('three');
  progress.stop();
  return String(stream.read());
}

test('a pipe gets plain lines', () => {
  expect(written({ isTTY: false })).toBe('one\ntwo\nthree\n');
});

test('a terminal of unknown size gets plain lines', () => {
  expect(written({ isTTY: true, columns: 0 })).toBe('one\ntwo\nthree\n');
});
