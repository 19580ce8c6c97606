import type { Alphabet } from '../automaton/alphabet.js';
import type { SetRuns } from '../engines/set-runs.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';

type SetLayout = Pick<
  Layout,
  'setMatches' | 'setOthers' | 'setMembers' | 'setNibbles' | 'setAscii0' | 'setAscii1' | 'setAscii2' | 'setAscii3'
>;

const none: SetLayout = {
  setMatches: 0,
  setOthers: 0,
  setMembers: 0,
  setNibbles: 0,
  setAscii0: 0,
  setAscii1: 0,
  setAscii2: 0,
  setAscii3: 0,
};

/** Writes a set: bits of its ASCII characters, the same bits by their low half bytes, and its classes for other characters. */
export function writeSet(runs: SetRuns | undefined, alphabet: Alphabet, image: ImageWriter): SetLayout {
  if (runs === undefined) return none;
  const { set, isRepeated } = runs;
  const members = alphabet.members(set);
  const isMember = (character: number) => set.has(character);
  const word = (first: number) =>
    Array.from({ length: 32 }, (_, bit) => (isMember(first + bit) ? 1 << bit : 0)).reduce((bits, bit) => bits | bit, 0);
  const nibbles = Uint8Array.from({ length: 16 }, (_, low) =>
    Array.from({ length: 8 }, (_, high) => (isMember(16 * high + low) ? 1 << high : 0)).reduce((a, b) => a | b, 0),
  );
  const others = new Set(alphabet.ranges.map(({ characterClass }) => members[characterClass]));
  return {
    setMatches: isRepeated ? 2 : 1,
    setOthers: others.size > 1 ? 2 : others.has(1) ? 1 : 0,
    setMembers: image.add(members),
    setNibbles: image.add(nibbles),
    setAscii0: word(0),
    setAscii1: word(32),
    setAscii2: word(64),
    setAscii3: word(96),
  };
}
