import type { Diagnostic, DiagnosticBag } from '../../diagnostics/index.js';

/**
 * Runs what takes as much of the stack as a program wants it to. Where that comes to its end, `report` says of what, and there is no result.
 */
export function withinStack<T>(run: () => T, report: () => Diagnostic, bag: DiagnosticBag): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    bag.add(report());
    return undefined;
  }
}

/** Whether an error is V8's for a stack that is at its end. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
