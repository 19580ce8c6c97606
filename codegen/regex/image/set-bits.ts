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

function bitsOf(count: number, isSet: (bit: number) => boolean): number {
  let bits = 0;
  for (let bit = 0; bit < count; bit++) if (isSet(bit)) bits |= 1 << bit;
  return bits;
}
