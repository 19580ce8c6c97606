import { describe, expect, it } from 'vitest';
import { codePointFolding, unitFolding } from '../../codegen/regex/characters/case-folding.js';
import { CharacterSet } from '../../codegen/regex/characters/character-set.js';

/** Returns the characters that a folding treats as equal to one character, ascending. */
function equalCharacters(folding: typeof codePointFolding, character: number): number[] {
  const { ranges } = folding().closure(CharacterSet.of([character, character]));
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, place) => first + place));
}

/** Returns the characters with an upper or a lower case of their own, ascending. */
function cased(last: number): number[] {
  const all: number[] = [];
  for (let code = 0; code <= last; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    if (character.toLowerCase() !== character || character.toUpperCase() !== character) all.push(code);
  }
  return all;
}

describe('characters are equal under the flag i', () => {
  it.each([
    { flags: 'i', folding: unitFolding, last: 0xffff },
    { flags: 'iu', folding: codePointFolding, last: 0x1ffff },
  ])('as V8 has them with $flags', ({ flags, folding, last }) => {
    const characters = cased(last);
    const text = String.fromCodePoint(...characters);
    const different = characters.filter((character) => {
      const escaped = `\\u${flags.includes('u') ? `{${character.toString(16)}}` : character.toString(16).padStart(4, '0')}`;
      const found = text.match(new RegExp(escaped, `g${flags}`)) ?? [];
      const expected = equalCharacters(folding, character).filter((equal) => characters.includes(equal));
      return found.map((equal) => equal.codePointAt(0)).join() !== expected.join();
    });
    expect(different.map((character) => character.toString(16))).toEqual([]);
  });
});
