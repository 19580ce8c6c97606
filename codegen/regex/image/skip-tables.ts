import type { SkipSet } from '../engines/skipping.js';
import type { ImageWriter } from './image-writer.js';
import { asciiBits, nibbleBits } from './set-bits.js';

/** Added to a transition into a state in which text is skipped: bit 15. */
export const skipBit = 0x8000;

/**
 * The distinct sets of characters at which skipping ends: 16 bytes by half bytes, 4 words of bits, and a word for others. That is 0 for
 * none, 1 for all, and 2 for those of some first bytes. Then come the bits and the word of the characters before it among which a match begins, and a word
 * that says if there are any. The last 16 bytes are those of the first bytes, less 128, by half bytes.
 */
export class SkipTables {
  readonly #bytes: number[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a set. */
  add({ ascii, others, leads, before }: SkipSet): number {
    const has = (character: number) => ascii[character] === true;
    const isBefore = (character: number) => before?.ascii[character] === true;
    const [bits, bitsBefore] = [asciiBits(has), asciiBits(isBefore)];
    const words = [
      ...bits,
      others ? (leads ? 2 : 1) : 0,
      ...bitsBefore,
      Number(before?.others ?? false),
      Number(before !== undefined),
    ];
    const bytes = [
      ...nibbleBits(has),
      ...new Uint8Array(Uint32Array.from(words).buffer),
      ...nibbleBits((lead) => leads?.[lead] === true),
    ];
    const key = bytes.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size);
    this.#bytes.push(...bytes);
    return this.#numbers.size - 1;
  }

  write(image: ImageWriter): number {
    return this.#bytes.length === 0 ? 0 : image.add(Uint8Array.from(this.#bytes));
  }
}
