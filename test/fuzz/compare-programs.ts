import type { Backend } from 'rowfuse/runtime';
import { buildCompiled } from '../build-transforms.js';
import { type BuiltTransform, builtTransforms } from '../run/built-transforms.js';
import { type Columns, type Comparison, findDifference, randomTables } from './find-difference.js';
import { type CompiledPrograms, fuzzFolder } from './programs.js';

/** How programs are compared. */
export interface ComparisonOptions {
  readonly backends: readonly Backend[];
  /** Random tables for each program, and what they are drawn from: programs of a batch have the same. */
  readonly tables: number;
  readonly seed: number;
}

/** Builds programs that compile; returns the folder of the generated code. */
export async function buildPrograms(folder: string, { compilation }: CompiledPrograms, quick = true): Promise<string> {
  const generated = `${fuzzFolder(folder)}/generated`;
  await buildCompiled(compilation, generated, { quick });
  return generated;
}

/** Runs transforms of a folder in this process, from one to before another, and tells about each as it begins and ends. */
export async function* comparePrograms(
  generated: string,
  { first, end }: { readonly first: number; readonly end: number },
  { backends, tables, seed }: ComparisonOptions,
): AsyncGenerator<{ readonly index: number; readonly comparison?: Comparison }> {
  let columns: readonly Columns[] | undefined;
  for (const [index, transform] of inOrder(await builtTransforms(generated)).entries()) {
    if (index < first || index >= end) continue;
    columns ??= randomTables(transform.input, tables, seed);
    yield { index };
    yield { index, comparison: await findDifference(transform, backends, columns) };
  }
}

/** `candidate2` before `candidate10`. */
function inOrder(transforms: readonly BuiltTransform[]): readonly BuiltTransform[] {
  const numberOf = ({ name }: BuiltTransform) => Number(/\d+$/.exec(name)?.[0]);
  return [...transforms].sort((a, b) => numberOf(a) - numberOf(b));
}
