/** Programs of one addon: what the compiler, CMake and a worker cost by themselves is shared by many. */
const quickPrograms = 256;
/** One built as users build costs as much as a dozen that are built quickly. */
const optimisedPrograms = 16;
/** Of so many batches the second is an optimised one: a short run has some, too. */
const turn = 3;

/** Which programs of a seed are built together, and how. */
export interface BatchPlan {
  readonly number: number;
  readonly first: number;
  readonly count: number;
  /** Built as users build. */
  readonly isOptimised: boolean;
}

/** Batch `number` of at most so many programs; undefined where the batches before have them all. */
export function batchPlan(number: number, most: number): BatchPlan | undefined {
  const perTurn = (turn - 1) * quickPrograms + optimisedPrograms;
  const place = number % turn;
  const before = [0, quickPrograms, quickPrograms + optimisedPrograms][place] ?? 0;
  const first = Math.floor(number / turn) * perTurn + before;
  if (first >= most) return undefined;
  const isOptimised = place === 1;
  return { number, first, count: Math.min(isOptimised ? optimisedPrograms : quickPrograms, most - first), isOptimised };
}
