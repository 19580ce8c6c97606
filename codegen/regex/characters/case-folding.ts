import { CharacterSet, lastUnit } from './character-set.js';

/** The characters that the flag `i` treats as equal. */
export interface CaseFolding {
  /** Returns a set with all characters that are equal to one of its members. */
  closure(set: CharacterSet): CharacterSet;
}

export const noFolding: CaseFolding = { closure: (set) => set };

/** The folding of `i` with `u` or `v`: Unicode's simple case folding. */
export function codePointFolding(): CaseFolding {
  codePoints ??= foldingOf(foldedCodePoints());
  return codePoints;
}

/** The folding of `i` alone: units are equal if `toUpperCase` makes them so, and no unit above ASCII equals one of ASCII. */
export function unitFolding(): CaseFolding {
  units ??= foldingOf(upperUnits());
  return units;
}

let codePoints: CaseFolding | undefined;
let units: CaseFolding | undefined;

/** Returns the folding of classes, each a list of equal characters. */
function foldingOf(classes: readonly (readonly number[])[]): CaseFolding {
  const members = classes.filter(({ length }) => length > 1);
  return {
    closure: (set) => {
      const touched = members.filter((equal) => equal.some((character) => set.has(character)));
      return touched.length === 0 ? set : set.union(CharacterSet.ofCharacters(touched.flat()));
    },
  };
}

function upperUnits(): number[][] {
  const classes = new Map<number, number[]>();
  for (let unit = 0; unit <= lastUnit; unit++) {
    const upper = String.fromCharCode(unit).toUpperCase();
    const code = upper.length === 1 ? upper.charCodeAt(0) : unit;
    const canonical = unit >= 0x80 && code < 0x80 ? unit : code;
    classes.set(canonical, [...(classes.get(canonical) ?? []), unit]);
  }
  return [...classes.values()];
}

/** No code point from here on has another case. */
const firstWithoutCase = 0x20000;

/** The dotless i has an upper case, but folds to itself. */
const foldToThemselves = new Set([0x131]);

/** Pairs that fold to the same character, although both have full mappings of several characters. */
const pairs = [
  [0x390, 0x1fd3],
  [0x3b0, 0x1fe3],
  [0xfb05, 0xfb06],
] as const;

/**
 * Derives the classes of simple case folding from the mappings of single characters: a character is equal to its lower and its upper case.
 * test/regex/case-folding.test.ts compares all of them with V8.
 */
function foldedCodePoints(): number[][] {
  const classOf = new Map<number, number[]>();
  const join = (a: number, b: number) => {
    const [first, second] = [classOf.get(a) ?? [a], classOf.get(b) ?? [b]];
    if (first === second) return;
    const joined = [...first, ...second];
    for (const character of joined) classOf.set(character, joined);
  };
  for (let code = 0; code < firstWithoutCase; code++) {
    if (foldToThemselves.has(code) || (code >= 0xd800 && code < 0xe000)) continue;
    const character = String.fromCodePoint(code);
    for (const mapped of [character.toLowerCase(), character.toUpperCase()]) {
      const other = mapped.codePointAt(0) ?? code;
      if (other !== code && mapped === String.fromCodePoint(other)) join(code, other);
    }
  }
  for (const [a, b] of pairs) join(a, b);
  return [...new Set(classOf.values())];
}
