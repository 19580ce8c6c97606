import type { Diagnostic } from '../diagnostic.js';
import type { FormatOptions } from './format-options.js';
import type { Format } from './formats.js';
import { formatJson } from './json.js';
import { formatPretty } from './pretty.js';
import { formatVs } from './vs.js';

/** Returns the text to print for diagnostics, which ends in a newline unless it is empty. */
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
