import { unseen } from '../unseen.js';

/**
 * Texts of the user's on a terminal: names, paths and sources must not be able to command it, to write lines of their own, or to show other
 * than they are. Each control becomes its picture (U+2400 and following), and what has no picture U+FFFD: one column each, so that carets
 * still stand under the right character.
 */

/** A text of any number of lines. All that ends a line of a source, as editors and TypeScript count them, ends one here. */
export function visibleControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[\r\u2028\u2029]/g, '$&\n')
    .replace(unseenInText, pictureOf);
}

/** A text on one line. */
export function visibleLine(text: string): string {
  return text.replace(unseenInLine, pictureOf);
}

const unseenInText = new RegExp(`[\\0-\\x08\\x0b-\\x1f${unseen}]`, 'g');
const unseenInLine = new RegExp(`[\\0-\\x1f${unseen}]`, 'g');

function pictureOf(control: string): string {
  const unit = control.charCodeAt(0);
  return unit < 0x20 ? String.fromCharCode(0x2400 + unit) : unit === 0x7f ? '\u2421' : '\ufffd';
}
