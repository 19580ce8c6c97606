import type { ElementType } from '../columns/column-types.js';

/**
 * One column of the rows of a block, wherever it lies. Tables that show it, and calls that read it, count as references;
 * the last to let go frees the memory.
 */
export abstract class StoredColumn {
  readonly nullCount: number;
  /** Of lists: what their elements are as they are stored. */
  readonly element: ElementType | undefined;
  /** Of the memory that it takes. */
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
  /** One entry a column of the table. */
  readonly columns: readonly StoredColumn[];
}

/** Takes part in the columns of blocks. */
export function retainAll(blocks: readonly Block[]): void {
  for (const { columns } of blocks) for (const column of columns) column.retain();
}

/** Lets go of them. */
export function releaseAll(blocks: readonly Block[]): void {
  for (const { columns } of blocks) for (const column of columns) column.release();
}
