import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'rowfuse/compiler';
import { describe, expect, it } from 'vitest';

const samples = fileURLToPath(new URL('./samples/', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Each file marks the lines on which something must be reported: `// RF1203`, or several codes. A report on another line fails, and so
 * does a mark without a report.
 */
describe('the compiler reports', () => {
  for (const name of readdirSync(samples).filter((file) => file.endsWith('.ts'))) {
    it(name, () => {
      const file = path.join(samples, name);
      const { diagnostics, files } = compile({ files: [file], root });
      const found = diagnostics.map(({ code, span }) => `${span.line}: ${code}`);
      expect(found.sort()).toEqual(expectedIn(readFileSync(file, 'utf8')).sort());
      for (const { what, why, fix, code } of diagnostics.filter((diagnostic) => diagnostic.code.startsWith('RF'))) {
        expect(what, `${code} says what`).not.toBe('');
        expect(why, `${code} says why`).not.toBe('');
        expect(fix, `${code} says how to mend it`).not.toBe('');
      }
      if (diagnostics.some(({ severity }) => severity === 'error')) expect(files).toEqual([]);
    });
  }
});

function expectedIn(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const marked = /\/\/ ((?:(?:RF|TS)\d+ ?)+)$/.exec(line)?.[1];
    return marked
      ? marked
          .trim()
          .split(' ')
          .map((code) => `${index + 1}: ${code}`)
      : [];
  });
}
