import type { Diagnostic } from '../diagnostic.js';
import { escapeUnseen } from '../unseen.js';

/** Formats the diagnostics as a JSON array. */
export function formatJson(diagnostics: readonly Diagnostic[]): string {
  return `${escapeUnseen(JSON.stringify(diagnostics, null, 2))}\n`;
}
