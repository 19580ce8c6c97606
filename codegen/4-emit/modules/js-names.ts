import { jsString } from '../user-text.js';

/** Whether a name is an identifier of JavaScript, reserved or not. */
function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
}

/** Whether `const name` is JavaScript in a strict module. */
export function isBindingName(name: string): boolean {
  return isIdentifier(name) && !reservedWords.has(name);
}

/** A name as an export clause has it: `{ local as name }`. */
export function exportName(name: string): string {
  return isIdentifier(name) ? name : jsString(name);
}

/** ECMA-262, section 12.7.2, with what strict code and modules reserve besides. */
const reservedWords: ReadonlySet<string> = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
);
