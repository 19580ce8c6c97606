import type { Backend } from '@rowfuse/runtime';
import { buildCompiled } from '../build-transforms.js';
import {
  type BuiltCall,
  type BuiltTransform,
  builtCalls,
  builtTransforms,
  takesLines,
} from '../run/built-transforms.js';
import { type Columns, type Comparison, findDifference, randomTables } from './find-difference.js';
import { findGroupDifference, randomLines } from './find-group-difference.js';
import { type CompiledPrograms, compilePrograms, fuzzFolder } from './programs.js';

/** Options of a comparison. */
export interface ComparisonOptions {
  readonly backends: readonly Backend[];
  /** Random tables per program, and their seed. Programs of a batch share it. */
  readonly tables: number;
  readonly seed: number;
}

/** Builds programs that compile; returns the folder of the generated code. */
export async function buildPrograms(folder: string, { compilation }: CompiledPrograms, quick = true): Promise<string> {
  const generated = `${fuzzFolder(folder)}/generated`;
  await buildCompiled(compilation, generated, { quick });
  return generated;
}

/** Programs with the folder of those that can be built. */
export interface BuiltPrograms extends CompiledPrograms {
  readonly generated: string;
  /** Programs whose generated code the native compiler refused, and its message. */
  readonly broken: readonly { readonly program: string; readonly error: string }[];
}

/** Compiles and builds programs. Generated code that does not compile is a finding and does not end the run. */
export async function compileAndBuild(
  folder: string,
  given: readonly string[],
  quick: boolean,
): Promise<BuiltPrograms> {
  const broken: { program: string; error: string }[] = [];
  for (let compiled = compilePrograms(folder, given); ; ) {
    try {
      return { ...compiled, generated: await buildPrograms(folder, compiled, quick), broken };
    } catch (error) {
      const text = error instanceof Error ? `${error.message}\n${JSON.stringify(error)}` : String(error);
      const culprits = programsInErrors(text);
      if (culprits.size === 0) throw error;
      for (const index of culprits) broken.push({ program: compiled.programs[index] ?? '', error: firstErrorOf(text) });
      const { programs, refused } = compiled;
      const rest = compilePrograms(
        folder,
        programs.filter((_, index) => !culprits.has(index)),
      );
      compiled = { ...rest, refused: [...refused, ...rest.refused] };
    }
  }
}

/** Returns the numbers of the programs in whose generated code a native compiler found errors, or their cause. */
export function programsInErrors(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(/candidate(\d+)(?:::|\.(?:cpp|cu):)/g)].map(([, number]) => Number(number)));
}

function firstErrorOf(text: string): string {
  return /[^\n]*\berror\b[^\n]*/.exec(text)?.[0] ?? text.slice(0, 1000);
}

/** Runs a range of a folder's transforms in this process, and reports when each begins and ends. */
export async function* comparePrograms(
  generated: string,
  { first, end }: { readonly first: number; readonly end: number },
  { backends, tables, seed }: ComparisonOptions,
): AsyncGenerator<{ readonly index: number; readonly comparison?: Comparison }> {
  // Most have the same columns, which are drawn once.
  const drawn = new Map<string, readonly Columns[]>();
  const columnsOf = ({ input }: BuiltProgram) => {
    const key = JSON.stringify(input);
    const columns = drawn.get(key) ?? randomTables(input, tables, seed);
    drawn.set(key, columns);
    return columns;
  };
  const programs = inOrder([...(await builtTransforms(generated)), ...(await builtCalls(generated))]);
  for (const [index, program] of programs.entries()) {
    if (index < first || index >= end) continue;
    yield { index };
    const comparison = isCall(program)
      ? await findGroupDifference(
          program,
          backends,
          takesLines(program) ? randomLines(tables, seed) : columnsOf(program),
        )
      : await findDifference(program, backends, columnsOf(program));
    yield { index, comparison };
  }
}

type BuiltProgram = BuiltTransform | BuiltCall;

function isCall(program: BuiltProgram): program is BuiltCall {
  return program.groups !== undefined;
}

/** Sorts `candidate2` before `candidate10`. */
function inOrder(programs: readonly BuiltProgram[]): readonly BuiltProgram[] {
  const numberOf = ({ name }: BuiltProgram) => Number(/\d+$/.exec(name)?.[0]);
  return [...programs].sort((a, b) => numberOf(a) - numberOf(b));
}
