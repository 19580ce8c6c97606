import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'rowfuse/compiler';
import { describe, expect, it } from 'vitest';

const samples = fileURLToPath(new URL('./samples/', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Each folder holds `input.ts` and, in `_expected`, the files that it compiles to. `UPDATE=1 npm test` writes the latter. */
describe('a transform compiles to', () => {
  for (const name of readdirSync(samples)) {
    it(name, () => {
      const folder = path.join(samples, name);
      const { diagnostics, files } = compile({ files: [path.join(folder, 'input.ts')], root });
      expect(diagnostics).toEqual([]);
      for (const { path: file, text } of files.filter((emitted) => isShown(emitted.path))) {
        const expected = path.join(folder, '_expected', path.basename(file));
        if (process.env.UPDATE) {
          mkdirSync(path.dirname(expected), { recursive: true });
          writeFileSync(expected, text);
        }
        expect(existsSync(expected), `${expected} is missing: run UPDATE=1 npm test and review it`).toBe(true);
        expect(text).toBe(readFileSync(expected, 'utf8'));
      }
    });
  }
});

/** Compares the functor, the explanation and the reference; the remaining files only name the transform. */
function isShown(file: string): boolean {
  return (
    file.endsWith('.row.hpp') ||
    file.endsWith('explain.txt') ||
    file.endsWith('.reference.js') ||
    /\.reduce\d+\.js$/.test(file)
  );
}
