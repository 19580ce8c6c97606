import path from 'node:path';
import { type Diagnostic, messageOf, type Severity } from '../diagnostic.js';
import { visibleLine } from './visible-controls.js';

/** Problem matchers know errors, warnings and notes. */
const kinds: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', hint: 'info' };

/**
 * Formats each diagnostic on one line, `file(line,column): error RF1203: what. why. fix.`, as Microsoft's compilers do.
 * Paths are absolute, because VS Code's `$msCompile` matcher is declared with `fileLocation: absolute`.
 */
export function formatVs(diagnostics: readonly Diagnostic[], { root }: { readonly root: string }): string {
  return diagnostics
    .map((diagnostic) => {
      const { span, severity, code } = diagnostic;
      const origin = span.file === '' ? 'rowfuse ' : `${path.join(root, span.file)}(${span.line},${span.column})`;
      const message = messageOf(diagnostic).replace(/\s+/g, ' ').trim();
      return `${visibleLine(origin)}: ${kinds[severity]} ${code}: ${visibleLine(message)}\n`;
    })
    .join('');
}
