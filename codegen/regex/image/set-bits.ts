import type { Alphabet } from '../automaton/alphabet.js';

/** Tells the ASCII members of a set. */
type Has = (character: number) => boolean;

/** Returns four words of bits, one per character. */
export function asciiBits(has: Has): number[] {
  return [0, 32, 64, 96].map((first) => bitsOf(32, (bit) => has(first + bit)));
}

/** Returns 16 bytes: bit h of byte l is that of the character 16 * h + l. */
export function nibbleBits(has: Has): number[] {
  return Array.from({ length: 16 }, (_, low) => bitsOf(8, (high) => has(16 * high + low)));
}

/** Tells which characters above ASCII have a value in a table by class: 0 for none, 1 for all, 2 for those of some classes. */
export function othersWith(value: 0 | 1, members: Uint8Array, { ranges }: Alphabet): 0 | 1 | 2 {
  const values = new Set(ranges.map(({ characterClass }) => members[characterClass]));
  return values.size > 1 ? 2 : values.has(value) ? 1 : 0;
}

function bitsOf(count: number, isSet: (bit: number) => boolean): number {
  let bits = 0;
  for (let bit = 0; bit < count; bit++) if (isSet(bit)) bits |= 1 << bit;
  return bits;
}
