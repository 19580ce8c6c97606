import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'rowfuse/compiler';
import { expect, it } from 'vitest';
import type { Diagnostic } from '../../codegen/diagnostics/diagnostic.js';
import { root } from '../root.js';

const page = fileURLToPath(new URL('./first-use.md', import.meta.url));
const folder = path.join(root, 'test/.fuzz/first-use');

/** A fresh project with everything installed. */
const settings = {
  compilerOptions: { target: 'es2023', module: 'nodenext', strict: true, skipLibCheck: true, types: ['node'] },
};

interface Section {
  /** Returns the text from the heading to the end of the code. */
  readonly text: string;
  readonly code: string;
  readonly file: string;
}

function sectionsOf(text: string): readonly Section[] {
  return [...text.matchAll(/^## (.+)\n\n```ts\n([\s\S]*?)\n```\n/gm)].map(([whole, title = '', code = '']) => ({
    text: whole,
    code,
    file: `${title.replaceAll(' ', '-')}.ts`,
  }));
}

function told(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return 'Compiles.\n';
  return diagnostics
    .map(({ code, span, what, why, fix }) => {
      const lines = [`${code}, line ${span.line}, column ${span.column}: ${what}`, why, fix];
      return lines
        .filter((line) => line !== '')
        .map((line) => `> ${line}\\\n`)
        .join('')
        .replace(/\\\n$/, '\n');
    })
    .join('\n');
}

/** Compiles all programs at once, which takes hardly longer than a few. */
it('reports each cause once, with the code to write instead', () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(path.join(folder, 'codes.json'), '["a"]');
  const before = readFileSync(page, 'utf8');
  const sections = sectionsOf(before);
  for (const { file, code } of sections) writeFileSync(path.join(folder, file), `${code}\n`);
  const { diagnostics } = compile({ files: sections.map(({ file }) => path.join(folder, file)), root: folder });
  const of = ({ file }: Section) => diagnostics.filter(({ span }) => span.file === file);
  const [head = ''] = before.split(/^## /m);
  const after = head + sections.map((section) => `${section.text}\n${told(of(section))}`).join('\n');
  if (process.env.UPDATE === '1') writeFileSync(page, after);
  else expect(after).toBe(before);
});
