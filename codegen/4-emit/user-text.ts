import { escapeUnseen, unicodeEscape } from '../diagnostics/index.js';

/**
 * Text of the user in generated files: names, paths and values. Each function is for one kind of place, and no text escapes from it; no
 * other code writes such text there. C++ outside of comments has cpp-literals.ts and cpp-names.ts, terminals have
 * diagnostics/format/visible-controls.ts.
 */

/**
 * Returns a text for a comment of any language, quoted. It is printable ASCII on one line and ends with a quote: nothing in it ends the
 * comment or continues its line (`\\`, `??/`), and no invisible character makes it look like another text.
 */
export function commentText(text: string): string {
  return JSON.stringify(text)
    .replace(/[^\x20-\x7e]/g, unicodeEscape)
    .replaceAll('*/', '*\\/');
}

/** Returns a text for a comment that documents a declaration, between backticks. */
export function docText(text: string): string {
  return commentText(text).slice(1, -1).replaceAll('`', '\\u0060');
}

/** Returns a string literal of JavaScript, declarations and JSON. Invisible characters are escaped. */
export function jsString(text: string): string {
  return escapeUnseen(JSON.stringify(text));
}

/** Returns a value of JSON as JavaScript source. */
export function jsJson(value: unknown, indentation?: number): string {
  return escapeUnseen(JSON.stringify(value, undefined, indentation));
}
