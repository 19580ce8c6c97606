import type { Alphabet } from '../automaton/alphabet.js';
import type { SetRuns } from '../engines/set-runs.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';
import { asciiBits, nibbleBits, othersWith } from './set-bits.js';

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
  const has = (character: number) => set.has(character);
  const [first = 0, second = 0, third = 0, fourth = 0] = asciiBits(has);
  return {
    setMatches: isRepeated ? 2 : 1,
    setOthers: othersWith(1, members, alphabet),
    setMembers: image.add(members),
    setNibbles: image.add(Uint8Array.from(nibbleBits(has))),
    setAscii0: first,
    setAscii1: second,
    setAscii2: third,
    setAscii3: fourth,
  };
}
