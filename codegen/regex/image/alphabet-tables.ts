import type { Alphabet } from '../automaton/alphabet.js';
import type { ImageWriter } from './image-writer.js';
import type { Layout } from './layout.js';

type AlphabetLayout = Pick<Layout, 'unicode' | 'classes' | 'limit' | 'rest' | 'blocks' | 'entries' | 'kinds'>;

const blockSize = 64;

/**
 * Writes the classes of characters: a table for those below 128, and two stages for the others. Must come first in the image. The first
 * table goes on to 255, which stands for a byte behind the end of a text: its class keeps a state.
 */
export function writeAlphabet(alphabet: Alphabet, image: ImageWriter): AlphabetLayout {
  const bytes = new Uint8Array(256);
  bytes.set(alphabet.ascii);
  bytes[255] = alphabet.classes + 2;
  image.add(bytes);
  const last = alphabet.ranges.at(-1);
  const isUniform = alphabet.ranges.length <= 1;
  const limit = isUniform ? 128 : roundUp(last?.first ?? 0);
  const { blocks, entries } = stages(alphabet, isUniform ? 0 : limit);
  return {
    unicode: Number(alphabet.unicode),
    classes: alphabet.classes,
    limit,
    rest: last?.characterClass ?? 0,
    blocks: image.add(blocks),
    entries: image.add(entries),
    kinds: image.add(alphabet.kinds),
  };
}

function roundUp(character: number): number {
  return Math.ceil(character / blockSize) * blockSize;
}

function stages({ ascii, ranges }: Alphabet, limit: number): { blocks: Uint16Array; entries: Uint8Array } {
  const classes = new Uint8Array(limit);
  classes.set(ascii.subarray(0, limit));
  for (const [place, { first, characterClass }] of ranges.entries())
    classes.fill(characterClass, first, ranges[place + 1]?.first ?? limit);
  const numbers = new Map<string, number>();
  const distinct: Uint8Array[] = [];
  const blocks = Uint16Array.from({ length: limit / blockSize }, (_, place) => {
    const block = classes.subarray(place * blockSize, (place + 1) * blockSize);
    const number = numbers.get(block.join()) ?? distinct.push(block) - 1;
    numbers.set(block.join(), number);
    return number;
  });
  const entries = new Uint8Array(distinct.length * blockSize);
  for (const [place, block] of distinct.entries()) entries.set(block, place * blockSize);
  return { blocks, entries };
}
