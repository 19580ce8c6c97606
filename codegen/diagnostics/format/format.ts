import type { Diagnostic } from '../diagnostic.js';
import { formatJson } from './json.js';
import { formatPretty } from './pretty.js';
import { formatVs } from './vs.js';

/** `pretty` for people, `vs` for editors' problem matchers, `json` for programs. */
export const formats = ['pretty', 'vs', 'json'] as const;
export type Format = (typeof formats)[number];

export interface FormatOptions {
  /** The project's root, absolute: spans are relative to it. */
  readonly root: string;
  /** Whether escape sequences for colour are wanted. */
  readonly color: boolean;
}

/** The text to print for a list of diagnostics, with a newline at its end unless it is empty. */
export function formatDiagnostics(format: Format, diagnostics: readonly Diagnostic[], options: FormatOptions): string {
  switch (format) {
    case 'pretty':
      return formatPretty(diagnostics, options);
    case 'vs':
      return formatVs(diagnostics, options);
    case 'json':
      return formatJson(diagnostics);
  }
}
