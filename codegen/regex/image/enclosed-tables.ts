import type { Alphabet } from '../automaton/alphabet.js';
import type { Enclosed } from '../engines/enclosed.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';
import { nibbleBits, othersWith } from './set-bits.js';

type EnclosedLayout = Pick<
  Layout,
  'enclosedOpen' | 'enclosedClose' | 'enclosedLeast' | 'enclosedOthers' | 'enclosedStops' | 'enclosedBetween'
>;

const none: EnclosedLayout = {
  enclosedOpen: -1,
  enclosedClose: 0,
  enclosedLeast: 0,
  enclosedOthers: 0,
  enclosedStops: 0,
  enclosedBetween: 0,
};

/** Writes the characters that end a run: bits of ASCII characters by their low half bytes, and the classes of those between the ends. */
export function writeEnclosed(enclosed: Enclosed | undefined, alphabet: Alphabet, image: ImageWriter): EnclosedLayout {
  if (enclosed === undefined) return none;
  const { open, close, between, least } = enclosed;
  const members = alphabet.members(between);
  return {
    enclosedOpen: open,
    enclosedClose: close,
    enclosedLeast: least,
    enclosedOthers: othersWith(0, members, alphabet),
    enclosedStops: image.add(Uint8Array.from(nibbleBits((character) => !between.has(character)))),
    enclosedBetween: image.add(members),
  };
}
