import type { Diagnostic } from '../diagnostic.js';
import { escapeUnseen } from '../unseen.js';

/** An array of the diagnostics as they are. */
export function formatJson(diagnostics: readonly Diagnostic[]): string {
  return `${escapeUnseen(JSON.stringify(diagnostics, null, 2))}\n`;
}
