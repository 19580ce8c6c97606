/** A program built as users build costs as much as a dozen that are built quickly. */
const optimisedPrograms = 16;
/** The second of each so many batches is an optimised one, so that a short run has some, too. */
const turn = 3;

/** Programs of a seed that are built together, and how. */
export interface BatchPlan {
  readonly number: number;
  readonly first: number;
  readonly count: number;
  /** Built as users build. */
  readonly isOptimised: boolean;
}

/**
 * Returns batch `number` of at most so many programs, or undefined if earlier batches have them all.
 *
 * @param quickPrograms programs per addon: sharing it spreads the cost of the compiler's start, CMake and a worker
 */
export function batchPlan(number: number, most: number, quickPrograms: number): BatchPlan | undefined {
  const perTurn = (turn - 1) * quickPrograms + optimisedPrograms;
  const place = number % turn;
  const before = [0, quickPrograms, quickPrograms + optimisedPrograms][place] ?? 0;
  const first = Math.floor(number / turn) * perTurn + before;
  if (first >= most) return undefined;
  const isOptimised = place === 1;
  return { number, first, count: Math.min(isOptimised ? optimisedPrograms : quickPrograms, most - first), isOptimised };
}
