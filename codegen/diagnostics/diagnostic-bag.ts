import type { Diagnostic } from './diagnostic.js';
import { compareSpans } from './span.js';

/** Collects the findings of the phases. Equal findings at the same place are kept once. */
export class DiagnosticBag {
  readonly #found = new Map<string, Diagnostic>();

  add(...diagnostics: readonly Diagnostic[]): void {
    for (const found of diagnostics) if (!this.has(found)) this.#found.set(keyOf(found), found);
  }

  has(diagnostic: Diagnostic): boolean {
    return this.#found.has(keyOf(diagnostic));
  }

  get size(): number {
    return this.#found.size;
  }

  /** True if a finding stops the build; warnings do not. */
  get hasErrors(): boolean {
    return [...this.#found.values()].some((found) => found.severity === 'error');
  }

  /** Returns all findings by file, position and code. */
  sorted(): readonly Diagnostic[] {
    return [...this.#found.values()].sort(
      (a, b) => compareSpans(a.span, b.span) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
    );
  }
}

function keyOf({ code, what, span: { file, start, end } }: Diagnostic): string {
  return JSON.stringify([code, file, start, end, what]);
}
