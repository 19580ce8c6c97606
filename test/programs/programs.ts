import { readdirSync } from 'node:fs';
import path from 'node:path';
import { compile } from 'rowfuse/compiler';
import { root } from '../root.js';

/** The project of the programs. It has its own `tsconfig.json`, with the options of a new project. */
export const collections = path.join(root, 'test/programs/collections');

/** A module that exports one transform. */
export interface Program {
  /** Its folder and its file, without the extension: `words/word-count`. */
  readonly name: string;
  /** Its absolute path. */
  readonly file: string;
}

/** All programs, in the order of their names. */
export const programs: readonly Program[] = readdirSync(collections, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort()
  .map((file) => ({ name: file.slice(0, -'.ts'.length), file: path.join(collections, file) }));

/** A transform as its module exports it, so that its row function can be called. */
export interface Transform {
  row(row: object, context: object): unknown;
}

/** Imports a program, and returns its transform with the transform's name. */
export async function load({ name, file }: Program): Promise<readonly [name: string, transform: Transform]> {
  const module = (await import(file)) as Readonly<Record<string, Transform>>;
  const [transform, ...others] = Object.entries(module);
  if (transform === undefined || others.length > 0) throw new Error(`${name} does not export exactly one transform`);
  return transform;
}

/** Compiles programs as one project, without building them. */
export function compilePrograms(some: readonly Program[]): ReturnType<typeof compile> {
  return compile({ files: some.map(({ file }) => file), root: collections });
}

/** Returns the codes of the errors that the compiler reports for a program, sorted; none if it compiles. */
export function refusalsOf(program: Program): readonly string[] {
  const errors = compilePrograms([program]).diagnostics.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.map(({ code }) => code))].sort();
}
