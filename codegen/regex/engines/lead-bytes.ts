import type { Alphabet } from '../automaton/alphabet.js';
import { lastCodePoint } from '../characters/character-set.js';

/**
 * Returns the bytes from 128 on that begin characters which leave a state, as bytes of UTF-8: entry 0 is that of byte 128. Undefined if one
 * of them is a half of a pair, which may stand in the middle of a character's bytes.
 */
export function leadBytes(
  { ranges }: Alphabet,
  stays: (characterClass: number) => boolean,
): readonly boolean[] | undefined {
  const leads = Array.from({ length: 128 }, () => false);
  for (const [place, { first, characterClass }] of ranges.entries()) {
    if (stays(characterClass)) continue;
    const last = (ranges[place + 1]?.first ?? lastCodePoint + 1) - 1;
    if (first <= 0xdfff && last >= 0xd800) return undefined;
    for (let lead = leadOf(first); lead <= leadOf(last); lead++) leads[lead - 128] = true;
  }
  return leads;
}

/** Returns the first byte of a character of several bytes. */
function leadOf(character: number): number {
  if (character < 0x800) return 0xc0 | (character >> 6);
  return character < 0x10000 ? 0xe0 | (character >> 12) : 0xf0 | (character >> 18);
}
