import { MemoryBudget } from '../../runtime/memory-budget.js';

/** For what is tested apart from a call, which would have a limit. */
export function noLimit(): MemoryBudget {
  return new MemoryBudget('test', Number.MAX_SAFE_INTEGER);
}
