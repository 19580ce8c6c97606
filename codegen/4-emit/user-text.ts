import { escapeUnseen, unicodeEscape } from '../diagnostics/index.js';

/**
 * Texts of the user's in generated files: names, paths and values. Each function is for one kind of place, and lets nothing out of it; no
 * other code writes such texts there. For C++ outside of comments there are cpp-literals.ts and cpp-names.ts, for terminals
 * diagnostics/format/visible-controls.ts.
 */

/**
 * A text in a comment of any language, quoted. It is printable ASCII on one line, and ends with a quote: nothing in it ends the comment, or
 * makes its line continue (`\\`, `??/`), and nothing that is invisible makes it look like another one.
 */
export function commentText(text: string): string {
  return JSON.stringify(text)
    .replace(/[^\x20-\x7e]/g, unicodeEscape)
    .replaceAll('*/', '*\\/');
}

/** The same in a comment that documents a declaration, between backticks. */
export function docText(text: string): string {
  return commentText(text).slice(1, -1).replaceAll('`', '\\u0060');
}

/** A string literal of JavaScript, of declarations and of JSON. What is not seen is written as an escape. */
export function jsString(text: string): string {
  return escapeUnseen(JSON.stringify(text));
}

/** A value of JSON as JavaScript has it. */
export function jsJson(value: unknown, indentation?: number): string {
  return escapeUnseen(JSON.stringify(value, undefined, indentation));
}
