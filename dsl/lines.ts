import type { ColumnType } from './types.js';

/** How text is cut into rows. */
export interface LinesOptions {
  /**
   * What ends a row: any text that is not empty, written out. Default: `\n`, before which one `\r` is dropped.
   */
  readonly separator?: string;
}

/** The rows of a text: one column, `line`. */
export type Lines = { readonly line: LineColumn };

/** Text that is cut out of a longer one. */
export interface LineColumn extends ColumnType<string> {
  readonly separator: string;
}

/**
 * Text as input: bytes of UTF-8 in memory, in a file or from a stream, of which each line is a row. Lines come without their
 * ends; an empty line is a row, what follows the last line end is one where there is anything, and a byte-order mark at the
 * very beginning is no part of the first.
 *
 * @example
 * input: lines()   // row: ({ line }) => …
 */
export function lines({ separator = '\n' }: LinesOptions = {}): Lines {
  return Object.freeze({ line: Object.freeze({ name: 'utf8', nullable: false, separator }) });
}
