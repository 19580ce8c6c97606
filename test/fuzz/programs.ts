import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Compilation, compile, type Diagnostic } from 'rowfuse/compiler';
import { root } from '../root.js';
import { moduleOf } from './random-program.js';

/** Where programs are built, and what was found is kept. */
export function fuzzFolder(name: string): string {
  return path.join(root, 'test/.fuzz', name);
}

/** The name under which a program exports its transform. */
export function nameOf(program: string): string {
  return /export const (\w+)/.exec(program)?.[1] ?? '';
}

/** The programs under names of their own, so that one module can hold them all. Batch after batch has the same names. */
export function numbered(programs: readonly string[]): readonly string[] {
  return programs.map((program, index) => program.replace(nameOf(program), `candidate${index}`));
}

/** Programs that were compiled together. */
export interface CompiledPrograms {
  /** Those that compile, under the names of their transforms. */
  readonly programs: readonly string[];
  readonly compilation: Compilation;
  /** What was said about the others. */
  readonly refused: readonly { readonly program: string; readonly diagnostics: readonly Diagnostic[] }[];
}

/** Compiles programs in one module; those that are refused, type errors included, are left out. */
export function compilePrograms(folder: string, given: readonly string[]): CompiledPrograms {
  mkdirSync(fuzzFolder(folder), { recursive: true });
  const file = path.join(fuzzFolder(folder), 'input.ts');
  const refused: { program: string; diagnostics: readonly Diagnostic[] }[] = [];
  for (let programs = numbered(given); ; ) {
    const text = moduleOf(programs);
    writeFileSync(file, text);
    const compilation = compile({ files: [file], root });
    if (compilation.diagnostics.length === 0) return { programs, compilation, refused };
    const found = byProgram(text, compilation.diagnostics);
    // A call with a wrong type is reported in the program, and then in the function that it calls.
    if (found.size > 1) found.delete(-1);
    if (found.has(-1)) throw new Error(`A diagnostic outside the programs: ${JSON.stringify(found.get(-1))}`);
    for (const [index, diagnostics] of found) refused.push({ program: programs[index] ?? '', diagnostics });
    programs = numbered(programs.filter((_, index) => !found.has(index)));
  }
}

/** Diagnostics by the place of the program that they are about. */
function byProgram(text: string, diagnostics: readonly Diagnostic[]): Map<number, readonly Diagnostic[]> {
  const starts = text.split('\n').flatMap((line, index) => (line.startsWith('export const ') ? [index + 1] : []));
  const found = new Map<number, readonly Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const index = starts.findLastIndex((start) => start <= diagnostic.span.line);
    found.set(index, [...(found.get(index) ?? []), diagnostic]);
  }
  return found;
}
