import type { ElementType } from '../../schema/columns.js';

/**
 * One column of the rows of a block, in any storage. It counts references: tables that show it and calls that read it. Releasing the last
 * one frees the memory.
 */
export abstract class StoredColumn {
  readonly nullCount: number;
  /** For a list: its elements as they are stored. */
  readonly element: ElementType | undefined;
  /** The bytes of memory that the column takes. */
  readonly bytes: number;
  #references = 1;

  constructor(nullCount: number, bytes: number, element: ElementType | undefined) {
    this.nullCount = nullCount;
    this.element = element;
    this.bytes = bytes;
  }

  retain(): void {
    this.#references += 1;
  }

  release(): void {
    this.#references -= 1;
    if (this.#references === 0) this.free();
  }

  protected abstract free(): void;
}

/** Rows that lie together in every column. */
export interface Block {
  readonly length: number;
  /** One entry per column of the table. */
  readonly columns: readonly StoredColumn[];
}

/** Returns the bytes of memory that columns of blocks take; by default of all. */
export function storedBytes(blocks: readonly Block[], isCounted: (place: number) => boolean = () => true): number {
  return blocks.reduce(
    (sum, { columns }) => columns.reduce((total, { bytes }, place) => total + (isCounted(place) ? bytes : 0), sum),
    0,
  );
}

/** Adds a reference to all columns of blocks. */
export function retainAll(blocks: readonly Block[]): void {
  for (const { columns } of blocks) for (const column of columns) column.retain();
}

/** Releases a reference to all columns of blocks. */
export function releaseAll(blocks: readonly Block[]): void {
  for (const { columns } of blocks) for (const column of columns) column.release();
}
