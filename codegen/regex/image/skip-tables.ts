import type { SkipSet } from '../engines/skipping.js';
import type { ImageWriter } from './image-writer.js';
import { asciiBits, nibbleBits } from './set-bits.js';

/** Added to a transition into a state in which text is skipped: bit 15. */
export const skips = 0x8000;

/** The bytes of a set. */
export const skipSetSize = 36;

/** The distinct sets of characters at which skipping ends. Each is 16 bytes by half bytes, 4 words of bits, and a word for all others. */
export class SkipTables {
  readonly #bytes: number[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a set. */
  add({ ascii, others }: SkipSet): number {
    const has = (character: number) => ascii[character] === true;
    const words = [...asciiBits(has), Number(others)];
    const bytes = [...nibbleBits(has), ...new Uint8Array(Uint32Array.from(words).buffer)];
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
