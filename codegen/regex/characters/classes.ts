import { CharacterSet } from './character-set.js';

export const digits = CharacterSet.of([0x30, 0x39]);

/** The word characters of `\w` and `\b`. */
export const words = CharacterSet.of([0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]);

/** The word characters with the flags `i` and `u`: the long s and the sign of Kelvin fold to letters of ASCII. */
export const foldedWords = words.union(CharacterSet.ofCharacters([0x17f, 0x212a]));

export const lineTerminators = CharacterSet.ofCharacters([0x0a, 0x0d, 0x2028, 0x2029]);

/** White space and line terminators: `\s`. */
export const spaces = CharacterSet.of(
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
);
