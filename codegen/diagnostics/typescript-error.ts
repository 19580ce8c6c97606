import type { Diagnostic } from './diagnostic.js';
import type { Span } from './span.js';

/**
 * Returns the diagnostic of an error that TypeScript reports, under TypeScript's own code. A row function is TypeScript
 * first, and is compiled only if it type-checks.
 *
 * @param code TypeScript's number, 2322 for `TS2322`
 * @param text the message, with the lines of a chain joined by newlines
 * @param fix the advice; empty if there is none
 */
export function typescriptError(span: Span, code: number, text: string, fix = ''): Diagnostic {
  const what = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
  return Object.freeze({
    code: `TS${code}`,
    name: 'typescript',
    severity: 'error',
    span,
    what,
    why: '',
    fix,
  });
}
