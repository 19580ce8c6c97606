import { jsString } from '../user-text.js';

/** True if a name is an identifier of JavaScript, reserved or not. */
function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
}

/** True if `const name` is valid in a module. */
export function isBindingName(name: string): boolean {
  return isIdentifier(name) && !reservedWords.has(name);
}

/** Returns a name for an export clause, `{ local as name }`. */
export function exportName(name: string): string {
  return isIdentifier(name) ? name : jsString(name);
}

/** The reserved words of ECMA-262, section 12.7.2, and those that strict code and modules add. */
const reservedWords: ReadonlySet<string> = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
);
