import type { Difference } from './find-difference.js';
import { moduleOf } from './random-program.js';
import { shrink } from './shrink.js';

/** Searches each of some programs, all of which compile, for a difference. */
export type FindDifferences = (programs: readonly string[]) => Promise<readonly (Difference | undefined)[]>;

/** The smallest program that fails in the same way, as a module with its own row. */
export async function explainDifference(
  program: string,
  found: Difference,
  seed: number,
  findDifferences: FindDifferences,
): Promise<string> {
  let last = found;
  const smallest = await shrink(program, async (candidates) => {
    const differences = await findDifferences(candidates);
    last = differences.find((difference) => difference !== undefined) ?? last;
    return differences.map((difference) => difference !== undefined);
  });
  return describeDifference(smallest, last, seed);
}

/** Returns a program that fails as a module with its own row. */
export function describeDifference(
  program: string,
  { backend, row, expected, actual }: Difference,
  seed: number,
): string {
  return [
    `The ${backend} backend and the reference disagree (seed ${seed}):`,
    '',
    moduleOf([program]),
    `// ${row}`,
    `// reference: ${expected}`,
    `// ${backend}: ${actual}`,
  ].join('\n');
}
