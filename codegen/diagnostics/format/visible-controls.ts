import { unseen } from '../unseen.js';

/**
 * Makes user text safe on a terminal. Names, paths and sources must not command it, write lines of their own, or look
 * like other text. A control character becomes its picture (U+2400 and following), or U+FFFD if it has none. Each takes
 * one column, so carets stay under the right character.
 */

/** Replaces the controls of a text of several lines. Every line terminator of editors and TypeScript ends a line. */
export function visibleControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[\r\u2028\u2029]/g, '$&\n')
    .replace(unseenInText, pictureOf);
}

/** Replaces the controls of a text on one line. */
export function visibleLine(text: string): string {
  return text.replace(unseenInLine, pictureOf);
}

const unseenInText = new RegExp(`[\\0-\\x08\\x0b-\\x1f${unseen}]`, 'g');
const unseenInLine = new RegExp(`[\\0-\\x1f${unseen}]`, 'g');

function pictureOf(control: string): string {
  const unit = control.charCodeAt(0);
  return unit < 0x20 ? String.fromCharCode(0x2400 + unit) : unit === 0x7f ? '\u2421' : '\ufffd';
}
