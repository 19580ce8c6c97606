import type { Diagnostic, DiagnosticBag } from '../../diagnostics/index.js';

/**
 * Runs code that recurses as deep as the user's program is nested. If it overflows the stack, it returns undefined and
 * reports `report()`.
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

/** True if an error is V8's stack overflow. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
