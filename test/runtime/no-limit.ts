import { MemoryBudget } from '../../runtime/memory-budget.js';

/** A budget without a limit, for code that is tested outside of a call. */
export function noLimit(): MemoryBudget {
  return new MemoryBudget('test', Number.MAX_SAFE_INTEGER);
}
