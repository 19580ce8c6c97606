import type { Diagnostic } from '../diagnostic.js';

/** An array of the diagnostics as they are. */
export function formatJson(diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify(diagnostics, null, 2)}\n`;
}
