import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Compilation, compile, type Diagnostic } from 'rowfuse/compiler';
import { isChecked } from '../build-transforms.js';
import { root } from '../root.js';
import { moduleOf } from './random-program.js';

/** The folder where programs are built and findings are kept. */
export function fuzzFolder(name: string): string {
  return path.join(root, process.env.ROWFUSE_FUZZ_FOLDER || 'test/.fuzz', name);
}

/** The name under which a program exports its transform. */
export function nameOf(program: string): string {
  return /export const (\w+)/.exec(program)?.[1] ?? '';
}

/** Renames the programs so that one module can hold them all. Every batch has the same names. */
export function numbered(programs: readonly string[]): readonly string[] {
  return programs.map((program, index) => program.replaceAll(nameOf(program), `candidate${index}`));
}

/** Programs that were compiled together. */
export interface CompiledPrograms {
  /** The programs that compile, under the names of their transforms. */
  readonly programs: readonly string[];
  readonly compilation: Compilation;
  /** Diagnostics of the other programs. */
  readonly refused: readonly { readonly program: string; readonly diagnostics: readonly Diagnostic[] }[];
}

/** Compiles programs in one module. Programs that are refused, also for type errors, are left out. */
export function compilePrograms(folder: string, given: readonly string[]): CompiledPrograms {
  mkdirSync(fuzzFolder(folder), { recursive: true });
  const file = path.join(fuzzFolder(folder), 'input.ts');
  const refused: { program: string; diagnostics: readonly Diagnostic[] }[] = [];
  for (let programs = numbered(given); ; ) {
    const { compilation, found } = compileOnce(file, programs);
    // Without programs there is a diagnostic as well: that the module has no transform.
    if (compilation.diagnostics.length === 0 || programs.length === 0) return { programs, compilation, refused };
    // A call with a wrong type is reported in the program, and then in the function that it calls.
    if (found.size > 1) found.delete(-1);
    const outside = found.get(-1);
    if (outside) {
      found.delete(-1);
      const culprit = indexOfFirst(file, programs);
      if (culprit === undefined) throw new Error(`A diagnostic outside the programs: ${JSON.stringify(outside)}`);
      found.set(culprit, outside);
    }
    for (const [index, diagnostics] of found) refused.push({ program: programs[index] ?? '', diagnostics });
    programs = numbered(programs.filter((_, index) => !found.has(index)));
  }
}

function compileOnce(file: string, programs: readonly string[]) {
  const text = moduleOf(programs);
  writeFileSync(file, text);
  const compilation = compile({ files: [file], root, checked: isChecked });
  return { compilation, found: byProgram(text, programs, compilation.diagnostics) };
}

/** Returns the first program with which the module does not compile if diagnostics concern a function that programs call. */
function indexOfFirst(file: string, programs: readonly string[]): number | undefined {
  let low = 0;
  let high = programs.length;
  const compiles = (count: number) => compileOnce(file, programs.slice(0, count)).compilation.diagnostics.length === 0;
  // Programs before `low` compile; those before `high` do not.
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (compiles(middle)) low = middle;
    else high = middle;
  }
  return high > low ? low : undefined;
}

/** Groups diagnostics by the program that they concern. */
function byProgram(
  text: string,
  programs: readonly string[],
  diagnostics: readonly Diagnostic[],
): Map<number, readonly Diagnostic[]> {
  const starts = programs.map((program) => text.slice(0, text.indexOf(program)).split('\n').length);
  const found = new Map<number, readonly Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const index = starts.findLastIndex((start) => start <= diagnostic.span.line);
    found.set(index, [...(found.get(index) ?? []), diagnostic]);
  }
  return found;
}
