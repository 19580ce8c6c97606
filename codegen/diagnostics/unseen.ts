/**
 * Characters that are invisible, or that change the direction of writing: controls, line separators, soft hyphens,
 * zero-width marks. Code and names can hide behind them (CVE-2021-42574). The text is the inside of a character class,
 * without the ASCII controls below 0x20.
 */
export const unseen =
  '\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';

const notSeen = new RegExp(`[${unseen}]`, 'g');

/** Escapes invisible characters in JSON, or in a JavaScript literal that is JSON. */
export function escapeUnseen(json: string): string {
  return json.replace(notSeen, unicodeEscape);
}

/** Returns the escape of a UTF-16 unit, such as `\u2028`. */
export function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
