/**
 * Characters that are not seen, or that turn the direction of writing: controls, separators of lines, soft hyphens, marks without a width. Code
 * and names can hide behind them (CVE-2021-42574). As the inside of a class of a regular expression, without the controls that ASCII has.
 */
export const unseen =
  '\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';

const notSeen = new RegExp(`[${unseen}]`, 'g');

/** JSON, or a literal of JavaScript that is JSON, with escapes in the place of what is not seen. */
export function escapeUnseen(json: string): string {
  return json.replace(notSeen, unicodeEscape);
}

/** `\u2028`. */
export function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
